import { PDF, type PdfArray, type PdfDict, type PdfNumber, type PdfRef, type PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FaceName, face } from './faces.ts'
import { GlyphFont, glyphWidth, utf16Hex } from './glyph-font.ts'

const faceNames: FaceName[] = [
  'NotoSans',
  'NotoSansBold',
  'NotoSansItalic',
  'NotoSansSC',
  'NotoSansArabic',
  'NotoSansThai',
  'NanumGothic',
  'DejaVuSans',
  'DejaVuSansBold',
  'Caveat',
]

const getGlyph = (name: FaceName, character: string) =>
  face(name).program.getGlyphId(character.codePointAt(0)!)

/** A font with these glyphs and their texts, as it is in the document. */
function embedded(name: FaceName, pairs: readonly [glyph: number, text: string][]) {
  const pdf = PDF.create()
  const font = new GlyphFont(pdf, name, { cidSet: false })
  const codes = pairs.map(([glyph, text]) => font.encode({ glyph, text }))
  font.embed()
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref)
  const dict = resolve(font.ref) as PdfDict
  const descendant = dict.getArray('DescendantFonts', resolve)!.at(0, resolve) as PdfDict
  const descriptor = descendant.getDict('FontDescriptor', resolve)!
  const getData = (stream: unknown) => Buffer.from((stream as PdfStream).getDecodedData())
  return {
    codes,
    dict,
    descendant,
    descriptor,
    toUnicode: getData(dict.get('ToUnicode', resolve)).toString('latin1'),
    glyphIds: getData(descendant.get('CIDToGIDMap', resolve)),
    file: getData(descriptor.get('FontFile2', resolve)),
    widths: (descendant.getArray('W', resolve)!.at(1, resolve) as PdfArray)
      .toArray()
      .map((object) => (object as PdfNumber).value),
  }
}

const text = 'Ada Žofie'
const pairs = [...text].map((character) => [getGlyph('NotoSans', character), character] as [number, string])

describe('codes', () => {
  test('count from 1, one for each pair of glyph and text', () => {
    const font = new GlyphFont(PDF.create(), 'NotoSans', { cidSet: false })
    expect([
      font.encode({ glyph: 5, text: 'a' }),
      font.encode({ glyph: 6, text: 'b' }),
      font.encode({ glyph: 5, text: 'a' }),
      font.encode({ glyph: 5, text: 'ab' }),
      font.encode({ glyph: 5, text: '' }),
    ]).toEqual(['0001', '0002', '0001', '0003', '0004'])
  })

  test('have four digits', () => {
    const font = new GlyphFont(PDF.create(), 'NotoSans', { cidSet: false })
    const codes = Array.from({ length: 300 }, (_, index) => font.encode({ glyph: index, text: `${index}` }))
    expect(codes.every((code) => /^[\da-f]{4}$/.test(code))).toBe(true)
    expect(codes.at(-1)).toBe('012c')
  })
})

describe('the font in the document (9.7.4)', () => {
  const font = embedded('NotoSans', pairs)

  test('maps each code to its glyph', () => {
    for (const [index, code] of font.codes.entries())
      expect(font.glyphIds.readUInt16BE(2 * Number.parseInt(code, 16))).toBe(pairs[index]![0])
    expect(font.glyphIds.readUInt16BE(0)).toBe(0)
  })

  test('has the width of each glyph', () => {
    for (const [index, code] of font.codes.entries())
      expect(font.widths[Number.parseInt(code, 16)]).toBe(glyphWidth('NotoSans', pairs[index]![0]))
    expect(glyphWidth('NotoSans', getGlyph('NotoSans', 'W'))).toBeGreaterThan(
      glyphWidth('NotoSans', getGlyph('NotoSans', 'i')),
    )
  })

  test('maps each code to its text (9.10.3)', () => {
    for (const [index, code] of font.codes.entries())
      expect(font.toUnicode).toContain(`<${code}> <${utf16Hex(pairs[index]![1])}>`)
  })

  test('has one name with the tag of a subset in all three places (9.9.2)', () => {
    const names = [font.dict, font.descendant].map((dict) => dict.getName('BaseFont')?.value)
    names.push(font.descriptor.getName('FontName')?.value)
    expect(new Set(names).size).toBe(1)
    expect(names[0]).toMatch(/^[A-Z]{6}\+NotoSans/)
  })

  test('has another tag for other glyphs, and the same for the same', () => {
    const tag = (font: ReturnType<typeof embedded>) => font.dict.getName('BaseFont')!.value.slice(0, 6)
    expect(tag(embedded('NotoSans', pairs))).toBe(tag(font))
    expect(tag(embedded('NotoSans', pairs.slice(1)))).not.toBe(tag(font))
  })

  test('is a TrueType file with outlines, without layout and name tables', () => {
    expect(font.file.readUInt32BE(0)).toBe(0x00010000)
    const tables = Array.from({ length: font.file.readUInt16BE(4) }, (_, index) =>
      font.file.toString('latin1', 12 + index * 16, 16 + index * 16),
    )
    for (const needed of ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']) expect(tables).toContain(needed)
    for (const dropped of ['GSUB', 'GPOS', 'cmap', 'name']) expect(tables).not.toContain(dropped)
    expect(font.file.length).toBeLessThan(face('NotoSans').data.length / 5)
  })

  test('has the outlines of the glyphs in use, and of no others', () => {
    const loca = (file: Buffer) => {
      const tables = new Map(
        Array.from({ length: file.readUInt16BE(4) }, (_, index) => [
          file.toString('latin1', 12 + index * 16, 16 + index * 16),
          file.readUInt32BE(20 + index * 16),
        ]),
      )
      const isLong = file.readInt16BE(tables.get('head')! + 50) === 1
      const offset = tables.get('loca')!
      return (glyph: number) =>
        isLong ? file.readUInt32BE(offset + 4 * glyph) : 2 * file.readUInt16BE(offset + 2 * glyph)
    }
    const offset = loca(font.file)
    const getLength = (glyph: number) => offset(glyph + 1) - offset(glyph)
    for (const [glyph, character] of pairs) if (character !== ' ') expect(getLength(glyph)).toBeGreaterThan(0)
    expect(getLength(getGlyph('NotoSans', 'B'))).toBe(0)
  })
})

describe('more than a hundred texts', () => {
  test('are mapped in blocks of a hundred (9.10.3)', () => {
    const many = Array.from(
      { length: 250 },
      (_, index) => [index + 1, String.fromCodePoint(0x4e00 + index)] as [number, string],
    )
    const { toUnicode } = embedded('NotoSansSC', many)
    const counts = [...toUnicode.matchAll(/(\d+) beginbfchar/g)].map((match) => Number(match[1]))
    expect(counts).toEqual([100, 100, 51])
    expect(toUnicode.match(/^<[\da-f]{4}> <[\da-f]+>$/gm)).toHaveLength(251)
  })
})

test.each([
  ['A', '0041'],
  ['Ž', '017d'],
  ['张伟', '5f204f1f'],
  ['😀', 'd83dde00'],
  ['', ''],
])('%j in UTF-16BE is %s', (character, hexadecimal) => {
  expect(utf16Hex(character)).toBe(hexadecimal)
})

test.each<FaceName>([
  'NotoSans',
  'NotoSansBold',
  'NotoSansSC',
  'DejaVuSans',
  'NotoSansArabic',
  'NotoSansThai',
  'NanumGothic',
  'Caveat',
])('%s can be subset, again and again', (name) => {
  const sizes = [1, 2].map(
    () =>
      embedded(name, [
        [3, 'a'],
        [4, 'b'],
      ]).file.length,
  )
  expect(sizes[0]).toBeGreaterThan(100)
  expect(sizes[1]).toBe(sizes[0])
})

/** A font's tables read from its bytes (OpenType 1.9.1), without the parser that the engine uses. */
function getTables(name: FaceName) {
  const data = Buffer.from(face(name).data)
  const tables = new Map<string, Buffer>()
  for (let record = 0; record < data.readUInt16BE(4); record++) {
    const position = 12 + record * 16
    const [offset, length] = [data.readUInt32BE(position + 8), data.readUInt32BE(position + 12)]
    tables.set(data.toString('latin1', position, position + 4), data.subarray(offset, offset + length))
  }
  const [head, hhea, os2, hmtx, maxp] = ['head', 'hhea', 'OS/2', 'hmtx', 'maxp'].map(
    (tag) => tables.get(tag)!,
  )
  const metrics = hhea!.readUInt16BE(34)
  return {
    unitsPerEm: head!.readUInt16BE(18),
    bbox: [36, 38, 40, 42].map((offset) => head!.readInt16BE(offset)),
    ascents: [hhea!.readInt16BE(4), os2!.readInt16BE(68)],
    descents: [hhea!.readInt16BE(6), os2!.readInt16BE(70)],
    capHeight: os2!.readUInt16BE(0) >= 2 ? os2!.readInt16BE(88) : undefined,
    glyphs: maxp!.readUInt16BE(4),
    advance: (glyph: number) => hmtx!.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
  }
}

describe.each(faceNames)('the metrics of %s, beside its own tables', (name) => {
  const tables = getTables(name)
  const scaled = (value: number) => Math.round((value * 1000) / tables.unitsPerEm)
  const font = embedded(name, [[1, 'a']])
  const number = (key: string) => font.descriptor.getNumber(key)?.value

  test('the descriptor has ascent, descent, cap height and box in thousandths (table 120)', () => {
    expect(tables.ascents.map(scaled)).toContain(number('Ascent'))
    expect(tables.descents.map(scaled)).toContain(number('Descent'))
    expect(number('Descent')).toBeLessThan(0)
    if (tables.capHeight) expect(number('CapHeight')).toBe(scaled(tables.capHeight))
    expect(number('CapHeight')).toBeGreaterThan(500)
    const box = font.descriptor.getArray('FontBBox')!.toArray() as PdfNumber[]
    expect(box.map(({ value }) => value)).toEqual(tables.bbox.map(scaled))
  })

  test('every glyph is as wide as its table says', () => {
    const step = Math.max(1, Math.floor(tables.glyphs / 400))
    for (let glyph = 0; glyph < tables.glyphs; glyph += step)
      expect([glyph, glyphWidth(name, glyph)]).toEqual([glyph, scaled(tables.advance(glyph))])
  })
})

test('the tag of a subset is six capital letters that differ with the glyphs (9.9.2)', () => {
  const tags = new Set<string>()
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 30 }),
      (glyphs) => {
        const { dict, descendant, descriptor } = embedded(
          'NotoSans',
          glyphs.map((glyph) => [glyph, 'x']),
        )
        const base = dict.getName('BaseFont')!.value
        expect(base).toMatch(/^[A-Z]{6}\+NotoSans/)
        expect([descendant.getName('BaseFont')!.value, descriptor.getName('FontName')!.value]).toEqual([
          base,
          base,
        ])
        tags.add(base)
      },
    ),
    { numRuns: 30 },
  )
  expect(tags.size).toBeGreaterThan(25)
})
