import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buildPdf, firstPage, type Objects, startXref, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { RevisionError, sectionsSince } from './revisions.ts'

const base = buildPdf()
const firstObjects: Objects = new Map([[firstPage, '<< /Type /Page /Parent 2 0 R >>']])
const two: Objects = new Map([
  [50, '<< /A 1 >>'],
  [51, '<< /A 2 >>'],
])

/** What the newest section that lists each object says about it. */
function touchedSince(bytes: Uint8Array, length: number) {
  const entries = sectionsSince(bytes, length).flatMap((section) =>
    section.entries.map((entry) => ({ ...entry, offset: section.offset })),
  )
  const inUse = entries.filter(({ number }) => number > 0)
  return new Map(
    inUse.map(({ number, generation, type, offset }) => [
      number,
      { generation, inUse: type !== 'free', offset },
    ]),
  )
}

function numbers(bytes: Uint8Array, length: number): number[] {
  return [...touchedSince(bytes, length).keys()].sort((a, b) => a - b)
}

/** Appends raw text after which the file ends; `@` in it becomes the offset of where it begins. */
function append(bytes: Uint8Array, text: string, offset = bytes.length): Uint8Array {
  const end = `${text.replaceAll('@', String(bytes.length))}startxref\n${offset}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(end, 'latin1')])
}

describe('the objects of later revisions', () => {
  test('a file without later revisions has none', () => {
    expect(() => touchedSince(base, 0)).toThrow(RevisionError)
    expect(numbers(base, base.length)).toEqual([])
  })

  test.each(['table', 'stream', 'object-streams'] as const)('written as %s', (format) => {
    const first = buildPdf({ format })
    const fileAfter = writeRevision(first, new Map([...firstObjects, ...two]), { format })
    const touched = numbers(fileAfter, first.length)
    expect(touched).toEqual(expect.arrayContaining([50, 51, firstPage]))
    expect(touched).not.toContain(1)
    expect(touched).not.toContain(2)
  })

  test('of several revisions, from any of them on', () => {
    const secondFile = writeRevision(base, firstObjects)
    const third = writeRevision(secondFile, two)
    expect(numbers(third, base.length)).toEqual([50, 51, firstPage])
    expect(numbers(third, secondFile.length)).toEqual([50, 51])
    expect(numbers(third, third.length)).toEqual([])
  })

  test('of mixed formats', () => {
    const secondFile = writeRevision(base, firstObjects, { format: 'stream' })
    const third = writeRevision(secondFile, two)
    expect(numbers(third, base.length)).toEqual(expect.arrayContaining([50, 51, firstPage]))
  })

  test('in the stream of a hybrid file', () => {
    const fileAfter = writeRevision(base, firstObjects, { xrefStm: two })
    expect(numbers(fileAfter, base.length)).toEqual(expect.arrayContaining([50, 51, firstPage]))
  })

  test('the newest entry of an object counts', () => {
    const freed = append(
      base,
      `xref\n60 1\n0000000000 00001 f \ntrailer\n<< /Size 99 /Prev ${startXref(base)} >>\n`,
    )
    expect(touchedSince(freed, base.length).get(60)).toMatchObject({ generation: 1, inUse: false })
    const secondFile = writeRevision(freed, new Map([[60, '<< >>']]))
    expect(touchedSince(secondFile, base.length).get(60)).toMatchObject({ generation: 0, inUse: true })
  })

  test('the head of the free list is not an object', () => {
    const text = `xref\n0 1\n0000000000 65535 f \n70 1\n0000000010 00000 n \ntrailer\n<< /Prev ${startXref(base)} >>\n`
    expect(numbers(append(base, text), base.length)).toEqual([70])
  })

  test('a table that points back into the signed bytes is detected', () => {
    const text = `xref\n3 1\n0000000010 00000 n \ntrailer\n<< /Size 99 /Prev ${startXref(base)} >>\n`
    expect(numbers(append(base, text), base.length)).toEqual([3])
  })

  test('a startxref at white space at the end of the signed bytes leads to the section after them', () => {
    const table = `xref\n3 1\n0000000010 00000 n \ntrailer\n<< /Size 99 /Prev ${startXref(base)} >>\n`
    expect(numbers(append(base, table, base.length - 1), base.length)).toEqual([3])
  })

  test('objects without a cross-reference entry are ignored', () => {
    const loose = Buffer.concat([base, Buffer.from('88 0 obj\n<< >>\nendobj\n')])
    const fileAfter = writeRevision(loose, firstObjects)
    expect(numbers(fileAfter, base.length)).toEqual([firstPage])
  })
})

describe('cross-reference streams', () => {
  const rows = [
    [1, 0, 17, 0],
    [2, 0, 9, 3],
    [0, 0, 0, 1],
  ]
  const xref = (data: Buffer, entries: string) =>
    append(
      base,
      `99 0 obj\n${stream(data.toString('latin1'), `/Type /XRef /Prev ${startXref(base)} ${entries}`)}\nendobj\n`,
    )
  const table = Buffer.from(rows.flat())
  const layout = '/W [1 2 1] /Index [30 2 40 1]'
  const expected = new Map([
    [30, { generation: 0, inUse: true, offset: base.length }],
    [31, { generation: 0, inUse: true, offset: base.length }],
    [40, { generation: 1, inUse: false, offset: base.length }],
  ])

  test('without a filter', () => {
    expect(touchedSince(xref(table, layout), base.length)).toEqual(expected)
  })

  test('deflated', () => {
    const bytes = xref(deflateSync(table), `${layout} /Filter /FlateDecode`)
    expect(touchedSince(bytes, base.length)).toEqual(expected)
    const inArray = xref(deflateSync(table), `${layout} /Filter [/FlateDecode]`)
    expect(touchedSince(inArray, base.length)).toEqual(expected)
  })

  test.each([
    ['None', 0, (row: number[]) => row],
    ['Sub', 1, (row: number[]) => row.map((value, index) => (value - (row[index - 1] ?? 0)) & 255)],
    [
      'Up',
      2,
      (row: number[], above: number[]) => row.map((value, index) => (value - (above[index] ?? 0)) & 255),
    ],
  ])('with the PNG predictor %s', (_, filter, encode) => {
    const predicted = rows.flatMap((row, index) => [filter, ...encode(row, rows[index - 1] ?? [])])
    const parms = '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>'
    const bytes = xref(deflateSync(Buffer.from(predicted)), `${layout} ${parms}`)
    expect(touchedSince(bytes, base.length)).toEqual(expected)
  })

  test('without /Index they begin at 0, without a type all are in use', () => {
    const bytes = xref(Buffer.from([0, 0, 10, 0, 20, 0]), '/W [0 1 1] /Size 3')
    expect(numbers(bytes, base.length)).toEqual([1, 2])
    expect(touchedSince(bytes, base.length).get(1)?.inUse).toBe(true)
  })

  test.each<[string, Buffer, string, RegExp]>([
    ['too short', table.subarray(0, 5), layout, /too short/],
    ['of an unknown filter', table, `${layout} /Filter /LZWDecode`, /unknown filter/],
    ['of several filters', table, `${layout} /Filter [/FlateDecode /ASCIIHexDecode]`, /several filters/],
    [
      'of a predictor for pictures',
      deflateSync(table),
      `${layout} /Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 4 >>`,
      /unknown filter/,
    ],
    ['with two numbers for one thing', table, `${layout} /W [1 1 1]`, /repeats the entry \/W/],
    ['of a width that is no number', table, '/W [1 /2 1] /Index [30 2]', /damaged entry \/W/],
    ['damaged', Buffer.from('no zlib'), `${layout} /Filter /FlateDecode`, /damaged/],
    [
      'of an unknown predictor',
      deflateSync(Buffer.from([5, 1, 1, 1, 1])),
      `${layout} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 4 >>`,
      /unknown predictor/,
    ],
  ])('%s is reported', (_, data, entries, reason) => {
    expect(() => touchedSince(xref(data, entries), base.length)).toThrow(reason)
  })

  test.each<[string, (text: string) => string]>([
    ['shorter than its stream', (text) => text.replace(/\/Length 12/, '/Length 08')],
    ['longer than its stream', (text) => text.replace(/\/Length 12/, '/Length 16')],
    ['that stands elsewhere', (text) => text.replace(/\/Length 12/, '/Length 5 0 R')],
    ['from where only some readers begin', (text) => text.replace('stream\n\u0001', 'stream\r\u0001')],
  ])('a length %s is reported', (_, edit) => {
    const text = Buffer.from(xref(table, layout)).toString('latin1')
    const edited = edit(text)
    expect(edited).not.toBe(text)
    expect(() => touchedSince(Buffer.from(edited, 'latin1'), base.length)).toThrow(/damaged/)
  })

  test('a decompression bomb is not inflated', () => {
    const bomb = deflateSync(Buffer.alloc(80_000_000))
    expect(() => touchedSince(xref(bomb, `${layout} /Filter /FlateDecode`), base.length)).toThrow(
      RevisionError,
    )
  })
})

describe('sections that cannot be followed', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['no startxref', Buffer.concat([base.subarray(0, 200), Buffer.from('x')]), /no startxref/],
    ['a startxref into nowhere', append(base, 'nothing here\n'), /No cross-reference section/],
    ['a table without trailer', append(base, 'xref\n1 1\n0000000010 00000 n \n'), /no trailer/],
    ['a table that is damaged', append(base, 'xref\n1 x\ntrailer\n<< >>\n'), /damaged/],
    [
      'entries of a strange kind',
      append(base, 'xref\n1 1\n0000000010 00000 z \ntrailer\n<< >>\n'),
      /damaged/,
    ],
    [
      'an entry with more on its line',
      append(base, 'xref\n1 1\n0000000010 00000 n trailer << >>\n2 1\n0000000010 00000 n \ntrailer\n<< >>\n'),
      /damaged/,
    ],
    ['entries that are missing', append(base, 'xref\n1 3\n0000000010 00000 n \ntrailer\n<< >>\n'), /damaged/],
    ['a loop', append(base, 'xref\n1 1\n0000000010 00000 n \ntrailer\n<< /Prev @ >>\n'), /loop/],
    [
      'a chain that does not reach the signed revision',
      append(base, 'xref\n1 1\n0000000010 00000 n \ntrailer\n<< >>\n'),
      /do not build/,
    ],
  ])('%s is reported', (_, bytes, reason) => {
    expect(() => touchedSince(bytes, base.length)).toThrow(RevisionError)
    expect(() => touchedSince(bytes, base.length)).toThrow(reason)
  })
})
