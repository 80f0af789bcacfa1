import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { asDict, resolver } from '../check/inspect.ts'
import { buildPdf, type XrefFormat } from '../fixtures/build.ts'
import { incrementalUpdate, withIncrement } from './incremental-update.ts'
import { loadPdf } from './load.ts'
import { dict } from './objects.ts'
import { readSource } from './source.ts'
import { objectsAreStrict } from './strict-objects.ts'

/* How names are read, written and kept in changed objects (ISO 32000-2, 7.3.5). */

/** An object number that buildPdf does not use. */
const FREE_OBJECT = 20

/** A name in which only the bytes that must be escaped are escaped. */
function escaped(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[!-~]/.test(character) && !/[#()<>[\]{}/%]/.test(character)
        ? character
        : `#${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}

/** A name in which every byte is escaped, with upper-case or lower-case digits. */
function fullyEscaped(bytes: Uint8Array, upperCase: boolean): string {
  const hex = [...bytes].map((byte) => `#${byte.toString(16).padStart(2, '0')}`).join('')
  return upperCase ? hex.toUpperCase() : hex
}

const nameBytes = fc.uint8Array({ minLength: 1, maxLength: 12 }).filter((bytes) => !bytes.includes(0))
const utf8Bytes = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))
  .map((text) => new Uint8Array(Buffer.from(text)))

describe('a name without and with unnecessary escapes is the same', () => {
  test('readSource decodes both to the same text', () => {
    fc.assert(
      fc.property(utf8Bytes, fc.boolean(), (bytes, upperCase) => {
        const [plainSource, full] = [escaped(bytes), fullyEscaped(bytes, upperCase)].map((name) =>
          readSource(Buffer.from(`/${name} `), 0),
        )
        expect(plainSource).toMatchObject({ kind: 'name', name: Buffer.from(bytes).toString() })
        expect(full).toMatchObject({ kind: 'name', name: Buffer.from(bytes).toString() })
      }),
      { numRuns: 300 },
    )
  })

  test('@libpdf/core decodes an escaped name to its text', async () => {
    await fc.assert(
      fc.asyncProperty(utf8Bytes, async (bytes) => {
        const text = Buffer.from(bytes).toString()
        const source = buildPdf({ objects: { [FREE_OBJECT]: `<< /Key /${fullyEscaped(bytes, false)} >>` } })
        const pdf = await loadPdf(source)
        const dictionary = asDict(pdf.context.resolve(PdfRef.of(FREE_OBJECT, 0)))
        expect(dictionary!.getName('Key')!.value).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  test.each<[string, string | null]>([
    ['/A#42', 'AB'],
    ['/#41#42', 'AB'],
    ['/A#', 'A#'],
    ['/A#4', 'A#4'],
    ['/A#4g', 'A#4g'],
    ['/A##41', 'A#A'],
    ['/#23', '#'],
    ['/#2F', '/'],
    ['/#c3#a4', 'ä'],
    ['/#C3#A4', 'ä'],
    ['/#ff', '\ufffd'],
    ['/', ''],
    ['/ ', ''],
    ['/A/B', 'A'],
    ['/A(B)', 'A'],
    ['/A%B', 'A'],
    ['/A\0B', 'A'],
    ['A', null],
  ])('readSource of %j is %j', (syntax, name) => {
    const value = readSource(Buffer.from(syntax, 'latin1'), 0)
    expect(value?.kind === 'name' ? value.name : null).toBe(name)
  })
})

describe('written names', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'a b',
      'a/b',
      'a#b',
      '#41',
      '(x)',
      '<<',
      '>>',
      '[',
      ']',
      '{}',
      '%',
      'Größe',
      '漢字',
      '😀',
    ),
  )
  const writable = anyName.filter((name) => name.isWellFormed() && !name.includes('\0'))

  test.each<XrefFormat>(['table', 'stream', 'object-streams'])(
    'are read back as keys, values and array items, and the file passes objectsAreStrict (%s)',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(writable, { minLength: 1, maxLength: 4 }), async (names) => {
          const fileBefore = buildPdf({ format })
          const pdf = await loadPdf(fileBefore)
          const ref = pdf.context.register(
            new PdfDict(names.map((name) => [name, PdfName.of(name)] as const)),
          )
          const list = pdf.context.register(new PdfArray(names.map((name) => PdfName.of(name))))
          const fileAfter = withIncrement(fileBefore, incrementalUpdate(pdf, fileBefore))
          const reloadedPdf = await PDF.load(fileAfter, { lenient: false })
          const entries = [...asDict(reloadedPdf.context.resolve(ref))!] as [PdfName, PdfObject][]
          expect(entries.map(([key]) => key.value)).toEqual(names)
          expect(entries.map(([, value]) => (value as PdfName).value)).toEqual(names)
          const items = (reloadedPdf.context.resolve(list) as PdfArray).toArray() as PdfName[]
          expect(items.map(({ value }) => value)).toEqual(names)
          expect(objectsAreStrict(fileAfter)).toBe(true)
        }),
        { numRuns: 30 },
      )
    },
  )
})

describe('escaped names, and names that are not UTF-8', () => {
  test('keep their bytes in an object that is changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(nameBytes, { selector: String, minLength: 1, maxLength: 4 }),
        async (names) => {
          // The escaped space would be lost if the name were decoded and written again.
          const keys = names.map((bytes, index) => `K${index}#20${escaped(bytes)}`)
          const body = keys.map((key, index) => `/${key} /${fullyEscaped(names[index]!, index % 2 === 0)}`)
          const fileBefore = buildPdf({
            catalog: `/Own ${FREE_OBJECT} 0 R`,
            objects: { [FREE_OBJECT]: `<< ${body.join(' ')} >>` },
          })
          const pdf = await loadPdf(fileBefore)
          const resolve = resolver(pdf)
          const ownDict = asDict(pdf.context.catalog.getDict().get('Own', resolve))!
          ownDict.set('Added', dict({ Type: '/Added' }))
          const increment = Buffer.from(incrementalUpdate(pdf, fileBefore)).toString('latin1')
          for (const entry of body) expect(increment).toContain(entry)
          expect(increment).toContain('/Added')
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    [
      'escaped keys of the catalog',
      (text: string) => text.replace('/Type /Catalog /Pages', '/#54ype /Catalo#67 /P#61ges'),
    ],
    [
      'escaped keys of a page',
      (text: string) => text.replace('/Type /Page /Parent', '/Type /P#61ge /P#61rent'),
    ],
    ['an escaped box', (text: string) => text.replace('/MediaBox', '/MediaBo#78')],
    ['escaped kids', (text: string) => text.replace('/Kids', '/#4bids')],
    ['an escaped length', (text: string) => text.replace('/Length', '/Lengt#68')],
    ['an escaped root', (text: string) => text.replace('/Root', '/Roo#74')],
  ])('are understood: %s', async (_, change) => {
    const original = Buffer.from(buildPdf()).toString('latin1')
    // A longer key before the cross-reference table makes its offsets wrong, and the file must be repaired.
    const bytes = new Uint8Array(Buffer.from(change(original), 'latin1'))
    expect(bytes.length).toBeGreaterThan(original.length)
    expect(await checkPdf(bytes, { maxPages: 5 })).toMatchObject({ ok: true, pages: [{ width: 612 }] })
  })
})
