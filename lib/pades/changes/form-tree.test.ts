import { deflateSync } from 'node:zlib'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { dict } from '#lib/pdf/file/objects'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { listRefsWithin, mapFields, reachable, toText } from './form-tree.ts'
import { toRevision } from './timeline.ts'

const load = (options: Parameters<typeof buildPdf>[0]) => PDF.load(buildPdf(options))
const getNumbers = (refs: Iterable<PdfRef>) =>
  [...refs].map(({ objectNumber }) => objectNumber).sort((a, b) => a - b)

describe('mapFields', () => {
  test.each<[string, string, Record<number, string>, [string, string, string | undefined][]]>([
    ['no form', '', {}, []],
    ['a field', '20 0 R', { 20: '<< /FT /Tx /T (a) >>' }, [['20 0', 'a', 'Tx']]],
    [
      'names and types from above',
      '20 0 R',
      { 20: '<< /FT /Tx /T (a) /Kids [21 0 R] >>', 21: '<< /T (b) >>' },
      [
        ['20 0', 'a', 'Tx'],
        ['21 0', 'a.b', 'Tx'],
      ],
    ],
    [
      'a widget without a name has its field’s',
      '20 0 R',
      { 20: '<< /FT /Btn /T (a) /Kids [21 0 R] >>', 21: '<< /Subtype /Widget >>' },
      [
        ['20 0', 'a', 'Btn'],
        ['21 0', 'a', 'Btn'],
      ],
    ],
    [
      'a type of its own',
      '20 0 R',
      { 20: '<< /FT /Tx /Kids [21 0 R] >>', 21: '<< /FT /Sig /T (s) >>' },
      [
        ['20 0', '', 'Tx'],
        ['21 0', 's', 'Sig'],
      ],
    ],
    ['a loop', '20 0 R', { 20: '<< /T (a) /Kids [20 0 R] >>' }, [['20 0', 'a', undefined]]],
    ['what is no field', '20 0 R 700 0 R', { 20: '[]' }, []],
    [
      'a field that two lists name',
      '20 0 R 21 0 R',
      { 20: '<< /T (a) /Kids [21 0 R] >>', 21: '<< /T (b) >>' },
      [
        ['20 0', 'a', undefined],
        ['21 0', 'b', undefined],
      ],
    ],
  ])('%s', async (_, list, objects, expected) => {
    const fields = mapFields(
      toRevision(await load({ catalog: list && `/AcroForm << /Fields [${list}] >>`, objects })),
    )
    expect([...fields].map(([key, { name, type }]) => [key, name, type]).sort()).toEqual([...expected].sort())
  })
})

describe('references', () => {
  test('are found in an object at any depth, without following them', () => {
    const nested = PdfDict.of({
      A: PdfRef.of(5),
      B: PdfArray.of(PdfRef.of(6), PdfDict.of({ C: PdfArray.of(PdfRef.of(7), PdfRef.of(5)) })),
      D: PdfNumber.of(1),
    })
    expect(getNumbers(listRefsWithin(nested))).toEqual([5, 5, 6, 7])
    expect(listRefsWithin(undefined)).toEqual([])
    expect(getNumbers(listRefsWithin(PdfRef.of(9)))).toEqual([9])
  })

  const objects = { 20: '[21 0 R]', 21: '<< /Next 22 0 R /Back 20 0 R >>', 22: '(end)', 23: '(unreached)' }

  test('reachable references are listed once, with loops and missing objects', async () => {
    const pdf = await load({ objects: { ...objects, 22: '[700 0 R]' } })
    expect(getNumbers(reachable(pdf, PdfRef.of(20)).values())).toEqual([20, 21, 22, 700])
    expect(reachable(pdf, undefined).size).toBe(0)
  })

  test('numbers from the limit on are listed but not resolved', async () => {
    const pdf = await load({ objects: { ...objects, 22: '[900000 0 R]' } })
    const { registry } = pdf.context
    const nextNumberBefore = registry.nextObjectNumber
    expect(getNumbers(reachable(pdf, PdfRef.of(20), 5000).values())).toEqual([20, 21, 22, 900000])
    expect(registry.nextObjectNumber).toBe(nextNumberBefore)
    reachable(pdf, PdfRef.of(20))
    expect(registry.nextObjectNumber).toBe(900001)
  })
})

describe('toText', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text)

  test.each([
    [PdfString.fromString('Ada'), 'Ada'],
    [PdfString.fromBytes(new Uint8Array([0xfe, 0xff, 0x01, 0x7d])), 'Ž'],
    [PdfName.of('Yes'), 'Yes'],
    [PdfArray.of(PdfString.fromString('a'), PdfName.of('b')), 'a, b'],
    [PdfArray.of(), ''],
    [PdfNumber.of(5), ''],
    [undefined, ''],
  ])('%o: %j', (value, text) => {
    expect(toText(value)).toBe(text)
  })

  test('of a text stream, also a compressed one', () => {
    const utf16 = Buffer.from('\ufeffŽofie', 'utf16le').swap16()
    expect(toText(new PdfStream([], utf16))).toBe('Žofie')
    expect(toText(new PdfStream(dict({ Filter: '/FlateDecode' }), deflateSync(utf16)))).toBe('Žofie')
  })

  test('is an ellipsis for a stream that is long, inflates to much more, or cannot be decoded', () => {
    expect(toText(new PdfStream([], new Uint8Array(8193).fill(0x61)))).toBe('…')
    const twice = deflateSync(deflateSync(Buffer.alloc(20_000_000)))
    expect(twice.length).toBeLessThan(8192)
    const filters = new PdfArray([PdfName.of('FlateDecode'), PdfName.of('FlateDecode')])
    expect(toText(new PdfStream(dict({ Filter: filters }), twice))).toBe('…')
    expect(toText(new PdfStream(dict({ Filter: '/Unknown' }), utf8('Ada')))).toBe('…')
  })

  test('is cut after 200 characters', () => {
    expect(toText(PdfString.fromString('x'.repeat(1000)))).toHaveLength(200)
  })
})
