import { deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPdf, stream } from '../fixtures/build.ts'
import { mergeEntries, xrefChain } from './xref.ts'
import { findLastStartXref, isInPlace, readSection, XRefError } from './xref-section.ts'

const getBytes = (text: string) => Buffer.from(text, 'latin1')
const table = (entries: string, trailer = '/Size 9') =>
  getBytes(`xref\n${entries}trailer\n<< ${trailer} >>\n`)
const line = (offset: number, generation: number, use: 'n' | 'f') =>
  `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${use} \n`

/** A cross-reference stream: its data as rows of bytes, and what else its dictionary says. */
function streamSection(rows: number[][] | Buffer, entries: string, encode = (data: Buffer) => data): Buffer {
  const data = encode(Buffer.isBuffer(rows) ? rows : Buffer.from(rows.flat())).toString('latin1')
  return getBytes(`7 0 obj\n${stream(data, `/Type /XRef ${entries}`)}\nendobj\n`)
}

const getEntries = (file: Buffer) => readSection(file, 0).entries()

describe('startxref (7.5.5)', () => {
  test.each<[string, number | null]>([
    ['startxref\n42\n%%EOF', 42],
    ['startxref 42', 42],
    ['startxref\r\n0042\r\n%%EOF\r\n', 42],
    ['startxref\n1\n%%EOF\nstartxref\n2\n%%EOF', 2],
    ['startxref42', 42],
    ['startxref\n-42', null],
    ['startxref\nxref', null],
    ['startxref', null],
    ['xref\n0 1', null],
    ['', null],
  ])('%j: %s', (text, index) => {
    expect(findLastStartXref(getBytes(text))).toBe(index)
  })
})

describe('a table (7.5.4)', () => {
  test('has subsections of entries in use and free ones', () => {
    const rows = `0 2\n${line(0, 65535, 'f')}${line(17, 0, 'n')}5 1\n${line(1234567890, 3, 'n')}`
    expect(getEntries(table(rows))).toEqual([
      { number: 0, type: 'free', generation: 65535 },
      { number: 1, type: 'offset', generation: 0, offset: 17 },
      { number: 5, type: 'offset', generation: 3, offset: 1234567890 },
    ])
  })

  test.each([' \n', '\r\n', ' \r', '\n', '\r', ' \r\n', '\t\n'])('whose lines end with %j', (end) => {
    const rows = `0 1${end}0000000000 65535 f${end}1 1${end}0000000017 00000 n${end}`
    expect(getEntries(table(rows))).toHaveLength(2)
  })

  test.each(['', '0 0\n', '5 0\n0 0\n'])('with no entry: %j', (rows) => {
    expect(getEntries(table(rows))).toEqual([])
  })

  test('found behind white space, at the place of its keyword', () => {
    expect(readSection(getBytes(`\n \0\t${table('0 0\n').toString('latin1')}`), 0)).toMatchObject({
      kind: 'table',
      at: 4,
    })
  })

  test('says what its trailer says', () => {
    const section = readSection(table('0 0\n', '/Size 9 /Prev 100 /XRefStm 200'), 0)
    expect(section).toMatchObject({ prev: 100, xrefStm: 200, widths: [], isShifted: false })
    expect(section.trailer.entries.map(({ key }) => key)).toEqual(['Size', 'Prev', 'XRefStm'])
  })

  test('that begins with object 1 where it means object 0 is shifted', () => {
    const rows = `1 3\n${line(0, 65535, 'f')}${line(17, 0, 'n')}${line(25, 0, 'n')}`
    expect(readSection(table(rows), 0).isShifted).toBe(true)
    expect(getEntries(table(rows)).map(({ number }) => number)).toEqual([0, 1, 2])
  })

  test('whose object 1 is in use, or free with a generation of its own, is not', () => {
    for (const first of [line(17, 0, 'n'), line(0, 1, 'f')]) {
      expect(readSection(table(`1 1\n${first}`), 0).isShifted).toBe(false)
      expect(getEntries(table(`1 1\n${first}`))[0]!.number).toBe(1)
    }
  })

  test.each([
    ['an entry without a type', '0 1\n0000000000 65535 \n'],
    ['an entry of another type', '0 1\n0000000000 65535 x \n'],
    ['an offset of nine digits', '1 1\n000000017 00000 n \n'],
    ['a generation of four digits', '1 1\n0000000017 0000 n \n'],
    ['fewer entries than promised', `0 3\n${line(0, 65535, 'f')}`],
    ['more entries than promised', `0 1\n${line(0, 65535, 'f')}${line(17, 0, 'n')}`],
    ['a head without a count', `0\n${line(0, 65535, 'f')}`],
    ['a negative count', `0 -1\n${line(0, 65535, 'f')}`],
    ['words in between', `0 1\n${line(0, 65535, 'f')}nonsense\n`],
    ['two entries on a line', '0 2\n0000000000 65535 f 0000000017 00000 n \n'],
  ])('with %s is damaged', (_, rows) => {
    expect(() => getEntries(table(rows))).toThrow(XRefError)
  })

  test.each([
    ['no trailer', 'xref\n0 0\n'],
    ['no dictionary', 'xref\n0 0\ntrailer\n'],
    ['a trailer that is an array', 'xref\n0 0\ntrailer\n[]'],
    ['a trailer without end', 'xref\n0 0\ntrailer\n<< /Size 9'],
    ['a negative /Prev', 'xref\n0 0\ntrailer\n<< /Prev -1 >>'],
    ['a broken /Prev', 'xref\n0 0\ntrailer\n<< /Prev 1.5 >>'],
    ['a /Prev behind a reference', 'xref\n0 0\ntrailer\n<< /Prev 1 0 R >>'],
    ['an endless /Prev', `xref\n0 0\ntrailer\n<< /Prev ${'9'.repeat(400)} >>`],
    ['two /Prev', 'xref\n0 0\ntrailer\n<< /Prev 1 /Prev 2 >>'],
    ['two /Prev, one escaped', 'xref\n0 0\ntrailer\n<< /Prev 1 /#50rev 2 >>'],
  ])('with %s cannot be read', (_, text) => {
    expect(() => readSection(getBytes(text), 0)).toThrow(XRefError)
  })
})

describe('a stream (7.5.8)', () => {
  test('has free entries, offsets and places in object streams', () => {
    const rows = [
      [0, 0, 0, 255],
      [1, 1, 2, 0],
      [2, 0, 9, 3],
    ]
    expect(getEntries(streamSection(rows, '/W [1 2 1] /Size 3'))).toEqual([
      { number: 0, type: 'free', generation: 255 },
      { number: 1, type: 'offset', generation: 0, offset: 258 },
      { number: 2, type: 'packed', generation: 0, stream: 9, index: 3 },
    ])
  })

  test.each([3, 4, 127, 255])('an entry of type %i refers to the null object (7.5.8.3)', (type) => {
    const [entry] = getEntries(streamSection([[type, 0, 17, 0]], '/W [1 2 1] /Index [4 1]'))
    expect(entry).toMatchObject({ number: 4, type: 'free' })
  })

  test('a type of no bytes is 1, a generation of no bytes 0 (table 17)', () => {
    expect(getEntries(streamSection([[1, 0]], '/W [0 2 0] /Index [4 1]'))).toEqual([
      { number: 4, type: 'offset', generation: 0, offset: 256 },
    ])
  })

  test.each([1, 3, 5, 6, 7, 8])('offsets of %i bytes', (width) => {
    const row = [1, ...new Array<number>(width - 1).fill(0), 200, 0]
    expect(getEntries(streamSection([row], `/W [1 ${width} 1] /Index [4 1]`))).toMatchObject([
      { offset: 200 },
    ])
  })

  test('without /Index counts from 0 to /Size', () => {
    const rows = [1, 2, 3].map((offset) => [1, offset])
    expect(getEntries(streamSection(rows, '/W [1 1 0] /Size 3')).map(({ number }) => number)).toEqual([
      0, 1, 2,
    ])
  })

  test('with several subsections', () => {
    const rows = [1, 2, 3].map((offset) => [1, offset])
    const section = streamSection(rows, '/W [1 1 0] /Index [10 2 5000000 1]')
    expect(getEntries(section).map(({ number }) => number)).toEqual([10, 11, 5_000_000])
  })

  test('is found behind white space, at its number', () => {
    const section = streamSection([[1, 1]], '/W [1 1 0] /Index [4 1] /Prev 99')
    expect(readSection(Buffer.concat([getBytes('\r\n '), section]), 0)).toMatchObject({
      kind: 'stream',
      at: 3,
      prev: 99,
      widths: [1, 1, 0],
    })
  })

  test.each([
    ['/Filter /FlateDecode'],
    ['/Filter [/FlateDecode]'],
    ['/Filter /FlateDecode /DecodeParms << >>'],
    ['/Filter [/FlateDecode] /DecodeParms [<< /Predictor 1 >>]'],
    ['/Filter [/FlateDecode] /DecodeParms [null]'],
    ['/Filter /Fl#61teDecode'],
  ])('compressed, %s', (filter) => {
    const section = streamSection([[1, 0, 17]], `/W [1 2 0] /Index [4 1] ${filter}`, (data) =>
      deflateSync(data),
    )
    expect(getEntries(section)).toMatchObject([{ offset: 17 }])
  })

  describe('under PNG predictors (7.4.4.4; PNG, 9.2)', () => {
    const columns = 4
    const rows = [
      [1, 0, 17, 0],
      [1, 1, 44, 0],
      [2, 0, 9, 255],
      [1, 255, 254, 3],
      [0, 0, 0, 255],
    ]
    const paeth = (leftValue: number, above: number, corner: number) => {
      const guess = leftValue + above - corner
      const [a, b, c] = [leftValue, above, corner].map((value) => Math.abs(guess - value)) as [
        number,
        number,
        number,
      ]
      return a <= b && a <= c ? leftValue : b <= c ? above : corner
    }
    const filtered = (types: readonly number[]) =>
      Buffer.from(
        rows.flatMap((row, index) => {
          const above = rows[index - 1] ?? new Array<number>(columns).fill(0)
          const type = types[index % types.length]!
          const coded = row.map((value, column) => {
            const [left, up, corner] = [row[column - 1] ?? 0, above[column]!, above[column - 1] ?? 0]
            const guess = [0, left, up, Math.floor((left + up) / 2), paeth(left, up, corner)][type]!
            return (value - guess) & 0xff
          })
          return [type, ...coded]
        }),
      )
    const section = (types: readonly number[]) =>
      streamSection(
        filtered(types),
        `/W [1 2 1] /Size 5 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns ${columns} >>`,
        (data) => deflateSync(data),
      )
    const plainEntries = getEntries(streamSection(rows, '/W [1 2 1] /Size 5'))

    test.each([[[0]], [[1]], [[2]], [[3]], [[4]], [[0, 1, 2, 3, 4]], [[4, 3, 2, 1, 0]]])('%j', (types) => {
      expect(getEntries(section(types))).toEqual(plainEntries)
    })

    test('another row type is refused', () => {
      const bad = streamSection(
        Buffer.from([5, 1, 0, 17, 0]),
        '/W [1 2 1] /Size 1 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>',
        (data) => deflateSync(data),
      )
      expect(() => getEntries(bad)).toThrow(XRefError)
    })
  })

  test.each([
    ['fewer rows than /Size', '/W [1 2 1] /Size 2'],
    ['fewer rows than /Index', '/W [1 2 1] /Index [0 1 7 1]'],
    ['entries of no bytes', '/W [0 0 0] /Index [0 1000000000]'],
    ['another filter', '/W [1 2 1] /Size 1 /Filter /LZWDecode'],
    ['two filters', '/W [1 2 1] /Size 1 /Filter [/FlateDecode /FlateDecode]'],
    ['data that is not compressed', '/W [1 2 1] /Size 1 /Filter /FlateDecode'],
    ['negative widths', '/W [1 -2 1] /Size 1'],
    ['a width that is no number', '/W [1 /A 1] /Size 1'],
    ['widths that are no array', '/W 4 /Size 1'],
    ['an index that is no array', '/W [1 2 1] /Index 5'],
  ])('with %s is damaged', (_, entries) => {
    expect(() => getEntries(streamSection([[1, 0, 17, 0]], entries))).toThrow(XRefError)
  })

  test.each<[string, string]>([
    ['another type', '7 0 obj\n<< /Type /ObjStm /W [1 2 1] >>\nstream\n\nendstream'],
    ['no number', 'obj\n<< /Type /XRef >>\nstream\n\nendstream'],
    ['no dictionary', '7 0 obj\n[]\nendobj'],
    ['nothing', ''],
  ])('with %s is none', (_, text) => {
    expect(() => readSection(getBytes(text), 0)).toThrow(XRefError)
  })

  test.each([
    ['too long a /Length', (text: string) => text.replace('/Length 4', '/Length 7')],
    ['too short a /Length', (text: string) => text.replace('/Length 4', '/Length 2')],
    ['no /Length', (text: string) => text.replace('/Length 4', '')],
    ['no keyword', (text: string) => text.replace('\nstream', '\nsteam')],
    ['no end', (text: string) => text.replace('endstream', '')],
  ])('with %s is damaged when it is read', (_, damage) => {
    const text = streamSection([[1, 0, 17, 0]], '/W [1 2 1] /Size 1').toString('latin1')
    expect(() => readSection(getBytes(damage(text)), 0).entries()).toThrow(XRefError)
  })

  test('that inflates to more than 64 MB is refused', () => {
    const bomb = streamSection(Buffer.alloc(64_000_001), '/W [1 2 1] /Size 1 /Filter /FlateDecode', (data) =>
      deflateSync(data),
    )
    expect(() => getEntries(bomb)).toThrow(XRefError)
  })
})

describe('where an object stands', () => {
  const file = getBytes('  12 0 obj\n(x)\nendobj\n120 0 obj\n')
  const entry = (number: number, offset: number) =>
    ({ number, type: 'offset', generation: 0, offset }) as const

  test.each([
    [12, 2, true],
    [12, 0, true],
    [12, 1, true],
    [2, 3, true],
    [12, 4, false],
    [1, 2, false],
    [12, 22, false],
    [120, 22, true],
    [20, 22, false],
    [12, 9999, false],
  ])('object %i at %i: %s', (number, index, expected) => {
    expect(isInPlace(file, entry(number, index))).toBe(expected)
  })

  test('what is free or in an object stream stands nowhere', () => {
    expect(isInPlace(file, { number: 5, type: 'free', generation: 0 })).toBe(true)
    expect(isInPlace(file, { number: 5, type: 'packed', generation: 0, stream: 9, index: 0 })).toBe(true)
  })
})

describe('against @libpdf/core', () => {
  test('the same objects are found under every width', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('stream', 'object-streams'),
        fc.tuple(
          fc.integer({ min: 1, max: 3 }),
          fc.integer({ min: 2, max: 6 }),
          fc.integer({ min: 1, max: 4 }),
        ),
        fc.integer({ min: 1, max: 5 }),
        async (format, widths, pages) => {
          const page = { mediaBox: [0, 0, 9, 9] }
          const bytes = buildPdf({ format: format as 'stream', widths, pages: new Array(pages).fill(page) })
          const pdf = await PDF.load(bytes, { lenient: false })
          expect(pdf.getPageCount()).toBe(pages)
          const ours = mergeEntries(bytes, xrefChain(bytes)!)
          for (const { objectNumber } of pdf.context.pages.getPages())
            expect(ours.has(objectNumber)).toBe(true)
          expect(Math.max(...ours.keys()) + 1).toBe(pdf.context.registry.nextObjectNumber)
        },
      ),
      { numRuns: 40 },
    )
  })
})
