import { PDF, PdfArray, PdfDict, PdfName, type PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Drawing } from '../fields/drawing.ts'
import { dict } from '../file/objects.ts'
import { seenFields } from '../fixtures/render.ts'
import { type FontStyle, face } from './faces.ts'
import { capHeight, FontBook, lineHeight, textRuns, textWidth } from './fonts.ts'

const latin =
  'AÁÂÄÃÅĀĂĄÆÇĆČĈÐĎĐÉĘĚĞĢĪİĶŁĻÑŃŇÖŐØŒŘŚŠŞȘŢȚÜŰŮŲÝŸŹŽŻÞß áâäãåāăąæçćčðďđéęěğģīıķłļñńňöőøœřśšşșţțüűůųýÿźžżþ'
const greek = 'ΑΆΒΓΔΕΈΖΗΉΘΙΊΪΚΛΜΝΞΟΌΠΡΣΤΥΎΫΦΧΨΩΏ αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ'
const cyrillic =
  'АБВГҐДЂЃЕЁЄЖЗЅИІЇЙЈКЛЉМНЊОПРСТЋЌУЎФХЦЧЏШЩЪЫЬЭЮЯ абвгґдђѓеёєжзѕиіїйјклљмнњопрстћќуўфхцчџшщъыьэюя'
const chinese = '永和九年歲在癸丑暮春之初會于會稽山陰之蘭亭，修禊事也。合同双方签名盖章日期'
const signs = '.,:;!?…–—-_\'"‘’“”„«»()[]{}<>/\\|@#%&*+=~^`°·•§¶©®™€£¥$№½×÷±≤≥≠∞→'

function faces(text: string, style?: FontStyle): string[] {
  return textRuns(text, style).map(({ face }) => face)
}

function texts(text: string, style?: FontStyle): string[] {
  return textRuns(text, style).map((run) => run.text)
}

/** A document with the text as the appearance of a field, as pdf.js extracts it. */
async function extracted(text: string, style: FontStyle = 'sans'): Promise<string> {
  const pdf = PDF.create()
  const page = pdf.addPage({ width: 2000, height: 100 })
  const fonts = new FontBook(pdf)
  const drawing = new Drawing(fonts)
  drawing.text(text, 5, 40, 12, [0, 0, 0], style)
  fonts.embed()
  const appearance = drawing.appearance({ width: 2000, height: 100, rotation: 0, userUnit: 1 })
  const field = dict({ Type: '/Annot', Subtype: '/Widget', FT: '/Tx', T: 'x', V: 'x', F: 4 })
  field.set('Rect', page.dict.getArray('MediaBox')!)
  field.set('AP', dict({ N: pdf.context.register(appearance) }))
  const ref = pdf.context.register(field)
  page.dict.set('Annots', PdfArray.of(ref))
  pdf.context.catalog.getDict().set('AcroForm', dict({ Fields: PdfArray.of(ref) }))
  const [seenField] = await seenFields(await pdf.save(), 1)
  return seenField!.text.join('')
}

describe('which font shows what', () => {
  test.each([
    ['Latin', latin, 'NotoSans'],
    ['Greek', greek, 'NotoSans'],
    ['Cyrillic', cyrillic, 'NotoSans'],
    ['digits', '0123456789', 'NotoSans'],
    ['Chinese', chinese, 'NotoSansSC'],
    ['kana', 'ひらがなカタカナ', 'NotoSansJP'],
    ['Korean', '한국어', 'NanumGothic'],
    ['Armenian', 'Հայերեն', 'DejaVuSans'],
    ['Georgian', 'ქართული', 'DejaVuSans'],
    ['a check mark', '✓', 'NotoSansSC'],
    ['a chess king', '♔', 'DejaVuSans'],
  ])('%s in one font', (_, text, face) => {
    expect(faces(text)).toEqual([face])
    expect(texts(text)).toEqual([text])
  })

  test('signs of writing are all shown', () => {
    expect(texts(signs).join('')).toBe(signs)
  })

  test('mixed text is broken where the font changes, nowhere else', () => {
    expect(textRuns('Ada 张伟 Ωμέγα').map(({ face, text }) => [face, text])).toEqual([
      ['NotoSans', 'Ada '],
      ['NotoSansSC', '张伟'],
      ['NotoSans', ' Ωμέγα'],
    ])
  })

  test('bold has a face of its own for alphabets', () => {
    expect(faces(latin + greek + cyrillic, 'bold')).toEqual(['NotoSansBold'])
    expect(faces('签', 'bold')).toEqual(['NotoSansSCBold'])
    expect(faces('さくら 桜', 'bold')).toEqual(['NotoSansJPBold', 'NotoSansBold', 'NotoSansJPBold'])
  })

  test.each([
    ['Ada Lovelace', ['Caveat']],
    ['Žofie Příliš-Žluťoučká', ['Caveat']],
    ['Иван Шевченко', ['Caveat']],
    ['Ωμέγα', ['Mynerve']],
    ['Ada Ωμέγα', ['Mynerve']],
    ['张伟', ['MaShanZheng']],
    ['张伟 Zhang', ['MaShanZheng']],
    ['Иван 张伟', ['NotoSansItalic', 'NotoSansSC']],
  ])('a typed signature keeps one hand: %s', (text, expected) => {
    expect(faces(text, 'hand')).toEqual(expected)
  })
})

describe('text that is drawn differently', () => {
  test('letters and marks that combine become one', () => {
    expect(texts('Z\u030cofie')).toEqual(['Žofie'])
  })

  test.each<[string, string]>([
    ['\ufa19谷\ufa46', '\ufa19谷\ufa46'],
    ['\ufa37', '\ufa37'],
    ['\u{2f8a6}e\u0301', '\u{2f8a6}é'],
    // The same form as 豈, and none that a font has.
    ['\uf900', '\u8c48'],
    ['\u{2f800}', '\u4e3d'],
  ])('Chinese characters keep the forms of Japanese names: %s', (text, expected) => {
    for (const style of ['sans', 'bold', 'hand'] as const) {
      expect(texts(text, style).join('')).toBe(expected)
      if (text === expected)
        expect(faces(text, style)).toEqual([style === 'bold' ? 'NotoSansJPBold' : 'NotoSansJP'])
    }
  })

  test.each([
    ['a zero width space', 'a\u200bb', 'ab'],
    ['a soft hyphen', 'a\u00adb', 'ab'],
    ['a byte order mark', '\ufeffab', 'ab'],
    ['marks of direction', '\u202aab\u202c\u2066\u2069', 'ab'],
    ['a variation selector', '✓\ufe0f', '✓'],
    ['a joiner', 'a\u200db', 'ab'],
    ['a control character', 'a\u0007b', 'ab'],
    ['a tab', 'a\tb', 'a b'],
    ['line ends', 'a\r\nb', 'a  b'],
    ['a wide space', 'a\u3000b', 'a b'],
  ])('%s', (_, text, expected) => {
    expect(texts(text).join('')).toBe(expected)
  })

  test.each(['𓀀', '\u{10ffff}', '\ue000', '\u{1fbff}'])(
    '%j, which no font has, is no empty box',
    (character) => {
      expect(texts(`a${character}b`).join('')).toBe('a\ufffdb')
      expect(textRuns(character)[0]!.width).toBeGreaterThan(0.3)
    },
  )

  test('Georgian capitals are drawn as the letters of the usual script', () => {
    expect(texts('გიორგი'.toUpperCase())).toEqual(['გიორგი'])
  })

  test('lone halves of a character do no harm', () => {
    expect(texts('a\ud800b').join('')).toBe('a\ufffdb')
  })
})

describe('width', () => {
  test('of runs adds up to that of the text', () => {
    const runs = textRuns('Ada 张伟 Ωμέγα')
    const sum = runs.reduce((total, { width }) => total + width, 0)
    expect(textWidth('Ada 张伟 Ωμέγα', 10)).toBeCloseTo(sum * 10, 9)
  })

  test('grows with the size and the text', () => {
    expect(textWidth('', 10)).toBe(0)
    expect(textWidth('iiii', 10)).toBeLessThan(textWidth('mmmm', 10))
    expect(textWidth('Ada', 20)).toBeCloseTo(2 * textWidth('Ada', 10), 9)
    expect(textWidth('永', 10)).toBeCloseTo(10, 1)
  })

  test('does not depend on how the text is cut', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aÄΩЖ中 1.') })
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        expect(textWidth(a + b, 1)).toBeCloseTo(textWidth(a, 1) + textWidth(b, 1), 9)
      }),
    )
  })

  test('is that of the glyphs in the file', async () => {
    const pdf = PDF.create()
    const fonts = new FontBook(pdf)
    const [run] = textRuns('Größe')
    const codes = fonts.encode(run!).slice(1, -1).match(/.{4}/g)!
    fonts.embed()
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref)
    const font = resolve(fonts.ref(run!)) as PdfDict
    const descendant = font.getArray('DescendantFonts', resolve)!.at(0, resolve) as PdfDict
    const widths = descendant.getArray('W', resolve)!.at(1, resolve) as PdfArray
    const width = codes.reduce(
      (sum, code) => sum + (widths.at(Number.parseInt(code, 16)) as PdfNumber).value,
      0,
    )
    expect(width / 1000).toBeCloseTo(run!.width, 2)
  })
})

describe('FontBook', () => {
  const newFonts = (pdf: PDF) =>
    [...pdf.context.registry.getNewObjects().values()].filter(
      (object) => object instanceof PdfDict && object.getName('Subtype')?.value === 'Type0',
    )

  test('embeds each face once, whatever is written with it', () => {
    const pdf = PDF.create()
    const fonts = new FontBook(pdf)
    for (const text of ['Ada', 'Žofie', '张伟', 'Ada again'])
      for (const run of textRuns(text)) fonts.encode(run)
    fonts.embed()
    expect(newFonts(pdf)).toHaveLength(2)
  })

  test('embeds no font for measured text', () => {
    const pdf = PDF.create()
    const fonts = new FontBook(pdf)
    textWidth('永', 10)
    fonts.embed()
    expect(newFonts(pdf)).toEqual([])
  })

  test('writes two bytes a glyph', () => {
    const fonts = new FontBook(PDF.create())
    expect(fonts.encode(textRuns('ABA')[0]!)).toMatch(/^<([0-9a-f]{4})([0-9a-f]{4})\1>$/)
    expect(fonts.encode(textRuns('永')[0]!)).toMatch(/^<[0-9a-f]{4}>$/)
  })

  test('two documents share no glyphs', () => {
    const [firstBook, two] = [new FontBook(PDF.create()), new FontBook(PDF.create())]
    expect(firstBook.encode(textRuns('abc')[0]!)).toBe('<000100020003>')
    expect(two.encode(textRuns('xyz')[0]!)).toBe('<000100020003>')
    expect(firstBook.encode(textRuns('cba')[0]!)).toBe('<000300020001>')
  })

  test('the saved fonts are embedded subsets with ToUnicode maps', async () => {
    const pdf = PDF.create()
    pdf.addPage({ size: 'a4' })
    const fontBook = new FontBook(pdf)
    const drawing = new Drawing(fontBook)
    drawing.text('Ada 张伟', 0, 0, 10, [0, 0, 0])
    fontBook.embed()
    pdf.context.catalog.getDict().set('Keep', pdf.context.register(dict({ Resources: drawing.resources() })))
    const bytes = await pdf.save()
    expect(bytes.length).toBeLessThan(30_000)
    const reloadedPdf = await PDF.load(bytes)
    const resolve = (ref: PdfRef) => reloadedPdf.context.resolve(ref)
    const fonts = reloadedPdf.context.catalog
      .getDict()
      .getDict('Keep', resolve)!
      .getDict('Resources', resolve)!
      .getDict('Font', resolve)!
    expect(fonts.size).toBe(2)
    for (const [name] of fonts) {
      const font = fonts.getDict(name.value, resolve)!
      expect(font.getName('Subtype')).toBe(PdfName.of('Type0'))
      expect(font.getName('BaseFont')?.value).toMatch(/^[A-Z]{6}\+/)
      expect(font.get('ToUnicode', resolve)).toBeInstanceOf(PdfStream)
      const descendant = font.getArray('DescendantFonts', resolve)!.at(0, resolve) as PdfDict
      const descriptor = descendant.getDict('FontDescriptor', resolve)
      expect(descriptor).toBeInstanceOf(PdfDict)
      expect(descriptor!.get('FontFile2', resolve)).toBeInstanceOf(PdfStream)
    }
  })
})

describe('what readers extract', () => {
  test.each([
    ['Latin', latin],
    ['Greek', greek],
    ['Cyrillic', cyrillic],
    ['Chinese', chinese],
    ['signs', 'a – b — c … „d“ «e» № 7 · 5 €'],
    ['a form of a Japanese name', '\ufa19谷\ufa46'],
    ['a mixture', 'Ada Lovelace (张伟), Ωμέγα & Жук: 100 %'],
  ])('%s is extracted unchanged', async (_, text) => {
    expect((await extracted(text)).replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''))
  })

  test('handwriting too', async () => {
    expect(await extracted('Žofie Příliš', 'hand')).toBe('Žofie Příliš')
  })

  test('letters that look alike stay apart', async () => {
    expect(await extracted('AАΑ oоο')).toBe('AАΑ oоο')
  })
})

test('the figures for setting text are those of the fonts', () => {
  for (const name of ['NotoSans', 'NotoSansBold'] as const) {
    const { program } = face(name)
    expect(program.capHeight / program.unitsPerEm).toBeCloseTo(capHeight, 2)
  }
  expect(lineHeight).toBeGreaterThan(1.2)
  expect(lineHeight).toBeLessThan(1.4)
})
