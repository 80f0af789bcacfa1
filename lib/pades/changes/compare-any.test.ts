import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  contains,
  equalObjects,
  findDifferingKeys,
  getRefs,
  hasNewDirect,
  keepsOrder,
  refKey,
} from './compare.ts'

/** The value of a PDF object; equal values make equal objects. */
type Model =
  | { kind: 'null' }
  | { kind: 'bool'; value: boolean }
  | { kind: 'number'; value: number }
  | { kind: 'name' | 'string'; value: string }
  | { kind: 'ref'; number: number; generation: number }
  | { kind: 'array'; items: Model[] }
  | { kind: 'dict'; entries: [string, Model][] }
  | { kind: 'stream'; entries: [string, Model][]; data: string }

/** @param reversed with the entries in reverse order and strings in hexadecimal, which must make no difference */
function makeObject(model: Model, reversed = false): PdfObject {
  const entries = (list: [string, Model][]) =>
    (reversed ? list.toReversed() : list).map(
      ([key, value]) => [key, makeObject(value, reversed)] as [string, PdfObject],
    )
  switch (model.kind) {
    case 'null':
      return PdfNull.instance
    case 'bool':
      return PdfBool.of(model.value)
    case 'number':
      return PdfNumber.of(model.value)
    case 'name':
      return PdfName.of(model.value)
    case 'string':
      return new PdfString(new Uint8Array(Buffer.from(model.value)), reversed ? 'hex' : 'literal')
    case 'ref':
      return PdfRef.of(model.number, model.generation)
    case 'array':
      return new PdfArray(model.items.map((item) => makeObject(item, reversed)))
    case 'dict':
      return new PdfDict(entries(model.entries))
    case 'stream':
      return new PdfStream(entries(model.entries), new Uint8Array(Buffer.from(model.data)))
  }
}

const key = fc.constantFrom('A', 'B', 'Type', 'Kids')
const { model } = fc.letrec<{ model: Model }>((tie) => {
  const entries = fc.uniqueArray(fc.tuple(key, tie('model')), { selector: ([name]) => name, maxLength: 3 })
  return {
    model: fc.oneof(
      { maxDepth: 3 },
      fc.constant<Model>({ kind: 'null' }),
      fc.record({ kind: fc.constant('bool' as const), value: fc.boolean() }),
      fc.record({ kind: fc.constant('number' as const), value: fc.integer({ min: 0, max: 3 }) }),
      fc.record({
        kind: fc.constantFrom('name' as const, 'string' as const),
        value: fc.constantFrom('a', 'b'),
      }),
      fc.record({
        kind: fc.constant('ref' as const),
        number: fc.integer({ min: 1, max: 3 }),
        generation: fc.nat(1),
      }),
      fc.record({ kind: fc.constant('array' as const), items: fc.array(tie('model'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('dict' as const), entries }),
      fc.record({ kind: fc.constant('stream' as const), entries, data: fc.constantFrom('x', 'y') }),
    ),
  }
})

/** The same text for equal values, whatever the order of entries. */
function canonical(value: Model): string {
  if (value.kind === 'array') return `[${value.items.map(canonical).join()}]`
  if (value.kind === 'dict' || value.kind === 'stream') {
    const entries = value.entries.map(([name, entry]) => `${name}:${canonical(entry)}`).sort()
    return `${value.kind}{${entries.join()}}${value.kind === 'stream' ? value.data : ''}`
  }
  return JSON.stringify(value)
}

describe('equalObjects', () => {
  test('is true for equal values, in any order of entries and any notation of strings', () => {
    fc.assert(
      fc.property(model, model, (a, b) => {
        expect(equalObjects(makeObject(a), makeObject(a, true))).toBe(true)
        expect(equalObjects(makeObject(a), makeObject(b))).toBe(canonical(a) === canonical(b))
        expect(equalObjects(makeObject(b), makeObject(a))).toBe(canonical(a) === canonical(b))
      }),
      { numRuns: 2000 },
    )
  })

  test('is false for an object and undefined, true for undefined twice', () => {
    fc.assert(
      fc.property(model, (value) => {
        expect(equalObjects(makeObject(value), undefined)).toBe(false)
        expect(equalObjects(undefined, makeObject(value))).toBe(false)
      }),
    )
    expect(equalObjects(undefined, undefined)).toBe(true)
  })
})

describe('findDifferingKeys', () => {
  const entries = fc.uniqueArray(fc.tuple(key, model), { selector: ([name]) => name, maxLength: 4 })

  test('returns the keys that were added, removed or changed', () => {
    fc.assert(
      fc.property(entries, entries, (before, after) => {
        const [oldEntries, current] = [new Map(before), new Map(after)]
        const expected = [...new Set([...oldEntries.keys(), ...current.keys()])].filter((name) => {
          const [a, b] = [oldEntries.get(name), current.get(name)]
          return !a || !b || canonical(a) !== canonical(b)
        })
        const [a, b] = [
          makeObject({ kind: 'dict', entries: before }),
          makeObject({ kind: 'dict', entries: after }),
        ]
        expect(findDifferingKeys(a, b).sort()).toEqual(expected.sort())
      }),
      { numRuns: 500 },
    )
  })

  test('returns an empty key when one of the objects is no dictionary', () => {
    const dict = new PdfDict()
    const stream = new PdfStream([], new Uint8Array())
    for (const [a, b] of [
      [dict, PdfNull.instance],
      [PdfNull.instance, dict],
      [dict, stream],
      [stream, dict],
    ] as const)
      expect(findDifferingKeys(a, b)).toEqual([''])
  })
})

describe('arrays of references', () => {
  const ref = fc.integer({ min: 1, max: 6 }).map((number) => PdfRef.of(number, 0))
  const refs = fc.array(ref, { maxLength: 6 })

  test('`contains` is true when an array has each reference of the other', () => {
    fc.assert(
      fc.property(refs, refs, (allRefs, someRefs) => {
        const hasEach = someRefs.every((ref) =>
          allRefs.some((listedRef) => refKey(listedRef) === refKey(ref)),
        )
        expect(contains(new PdfArray(allRefs), new PdfArray(someRefs))).toBe(hasEach)
      }),
    )
  })

  test('`hasNewDirect` finds direct dictionaries that were added, `getRefs` only references', () => {
    fc.assert(
      fc.property(
        refs,
        fc.array(model, { maxLength: 3 }),
        fc.array(model, { maxLength: 3 }),
        (allRefs, oldModels, added) => {
          const direct = (list: Model[]) =>
            list.map((value) => makeObject(value)).filter((value) => value instanceof PdfDict)
          const before = new PdfArray([...allRefs, ...direct(oldModels)])
          const after = new PdfArray([...direct(added), ...direct(oldModels), ...allRefs])
          expect(getRefs(after)).toHaveLength(allRefs.length)
          const isNew = direct(added).some(
            (item) => !direct(oldModels).some((oldItem) => equalObjects(oldItem, item)),
          )
          expect(hasNewDirect(before, after)).toBe(isNew)
          expect(hasNewDirect(after, after)).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([PdfNull.instance, new PdfDict(), PdfNumber.of(1), undefined])(
    '`getRefs` returns nothing for %o',
    (object) => {
      expect(getRefs(object)).toEqual([])
    },
  )

  test('`keepsOrder` is true where entries were only added between', () => {
    fc.assert(
      fc.property(fc.uniqueArray(ref, { maxLength: 6 }), fc.nat(), fc.nat(), (list, index, other) => {
        const added = list.toSpliced(index % (list.length + 1), 0, PdfRef.of(9))
        expect(keepsOrder(new PdfArray(list), new PdfArray(added))).toBe(true)
        if (list.length < 2) return
        const [from, to] = [index % list.length, other % list.length]
        const moved = list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
        expect(keepsOrder(new PdfArray(list), new PdfArray(moved))).toBe(from === to)
        expect(keepsOrder(new PdfArray(list), new PdfArray([...list, list[from]!]))).toBe(false)
        expect(keepsOrder(new PdfArray(list), new PdfArray(list.slice(1)))).toBe(false)
      }),
    )
  })
})
