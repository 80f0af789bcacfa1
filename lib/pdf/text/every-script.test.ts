import { spawnSync } from 'node:child_process'
import { PDF, type PDFPage, PdfDict, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { Drawing } from '../fields/drawing.ts'
import { numberArray } from '../file/objects.ts'
import { type Painting, paint, withPage } from '../fixtures/render.ts'
import { type FontStyle, replacement } from './faces.ts'
import { FontBook, textRuns, textWidth } from './fonts.ts'
import { loadShaping } from './shaping.ts'
import { wrapText } from './wrap.ts'

const scripts: Record<string, string> = {
  Latin: 'Größe œuvre Žofie Đỗ',
  Greek: 'Όνομα Αλέξανδρος',
  Cyrillic: 'Имя Щукин Ђорђе',
  Hebrew: 'שם מלא',
  Arabic: 'الاسم الكامل',
  Persian: 'پگاه کیانی',
  Urdu: 'نام ہجری',
  Devanagari: 'नाम श्री क्षत्रिय',
  Thai: 'ชื่อ น้ำ กี่',
  Chinese: '姓名 陈独秀',
  Japanese: '名前 さくら カタカナ',
  Korean: '이름 김민준',
  Armenian: 'Անուն',
  Georgian: 'სახელი',
  Lao: 'ຊື່',
  Bengali: 'নাম ক্ষত্রিয় শ্রী',
  Tamil: 'பெயர் கொழும்பு',
  Telugu: 'పేరు శ్రీకృష్ణ',
  Khmer: 'ឈ្មោះ ស្រី',
  Ethiopic: 'ስም ኃይለ ሥላሴ',
  Gujarati: 'નામ ક્ષત્રિય શ્રી',
  Gurmukhi: 'ਨਾਂ ਸ਼੍ਰੀ ਹਰਪ੍ਰੀਤ',
  Kannada: 'ಹೆಸರು ಶ್ರೀಕೃಷ್ಣ',
  Malayalam: 'പേര് ശ്രീകൃഷ്ണൻ',
  Myanmar: 'အမည် မြတ်နိုး',
  Odia: 'ନାମ ଶ୍ରୀକୃଷ୍ଣ',
  Sinhala: 'නම ක්‍රිෂ්ණ',
  Emoji: '👍 😀 🚀',
  'Latin with separate marks': 'e\u0301x\u030c',
  Symbols: '€ № ± ½ → ✓',
}
/** Of these a line that is cut within a word has other forms, and another width, than the word has. */
const joined = [
  ...['Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Khmer', 'Gujarati', 'Gurmukhi', 'Kannada'],
  ...['Malayalam', 'Myanmar', 'Odia', 'Sinhala'],
]
const styles: FontStyle[] = ['sans', 'bold', 'hand']
const size = 20

beforeAll(() => loadShaping(...Object.values(scripts)))

/** A page of 500 × 60 points with the text at (20, 20). */
async function drawn(text: string, style: FontStyle = 'sans'): Promise<Uint8Array> {
  const pdf = PDF.create()
  const book = new FontBook(pdf)
  const drawing = new Drawing(book)
  drawing.text(text, 20, 20, size, [0, 0, 0], style)
  const page: PDFPage = pdf.addPage({ width: 500, height: 60 })
  page.dict.set('MediaBox', numberArray([0, 0, 500, 60]))
  page.dict.set('Resources', drawing.resources())
  page.dict.set('Contents', pdf.context.register(new PdfStream([], drawing.content())))
  book.embed()
  return pdf.save()
}

const extract = (bytes: Uint8Array) =>
  withPage(bytes, 1, async (page) => {
    const { items } = await page.getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join('')
  })

const hasPdftotext = !spawnSync('pdftotext', ['-v']).error

/** The text in each style, as pdftotext extracts it, without marks of direction. */
async function extractWithPoppler(text: string): Promise<string[]> {
  const files = await Promise.all(styles.map((style) => drawn(text, style)))
  return files.map((input) => {
    const { stdout } = spawnSync('pdftotext', ['-', '-'], { input, encoding: 'utf8' })
    return stdout
      .normalize('NFC')
      .replace(/[\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\f]/g, '')
      .trim()
  })
}

/** Letters and marks in any order: readers order right-to-left text and marks in their own ways. */
const letters = (text: string) =>
  [...text.normalize('NFKD')]
    .filter((character) => /[\p{L}\p{N}\p{Sc}\p{Extended_Pictographic}]/u.test(character))
    .toSorted()
    .join('')

describe.each(Object.entries(scripts))('%s', (name, text) => {
  test.each(styles)('has a glyph for every character in %s', (style) => {
    const runs = textRuns(text, style)
    expect(runs.map((run) => run.text).join('')).not.toContain(replacement)
    expect(runs.every(({ width }) => width > 0)).toBe(true)
  })

  test('is drawn within its width, and not as empty boxes', async () => {
    const painting: Painting = await paint(await drawn(text), 1, 2)
    const ink = painting.ink()!
    const width = textWidth(text, size)
    expect(ink.x).toBeGreaterThan(20 - 3)
    expect(ink.x + ink.width).toBeLessThan(20 + width + 4)
    expect(ink.width).toBeGreaterThan(0.7 * width)
    // Boxes of missing glyphs would all look alike.
    const words = text.split(' ').filter((word) => word.length > 1)
    if (words.length < 2) return
    const others = await Promise.all(words.map(async (word) => (await paint(await drawn(word), 1, 2)).ink()))
    expect(new Set(others.map((box) => `${box!.width} ${box!.height}`)).size).toBeGreaterThan(1)
  })

  test('is extracted with its letters', async () => {
    for (const style of styles)
      expect(letters(await extract(await drawn(text, style))), style).toBe(letters(text))
  })

  test.skipIf(!hasPdftotext)('is extracted by pdftotext as it was written', async () => {
    const texts = await extractWithPoppler(text)
    // The dots of Noto's Urdu letters are glyphs of their own, a vowel of Odia stands below its letter, and signs are of
    // several fonts: spaces differ there. Joiners are not drawn, and so not extracted.
    const compared = ['Urdu', 'Odia', 'Emoji', 'Symbols'].includes(name) ? / /g : /^$/
    const expected = text
      .normalize('NFC')
      .replace(compared, '')
      .replace(/\u200d/g, '')
    expect(texts.map((line) => line.replace(compared, ''))).toEqual(styles.map(() => expected))
  })

  test('is as wide in parts as in one, when it is cut between words', () => {
    const words = text.split(' ')
    const space = textWidth(' ', 1)
    const parts = words.reduce((sum, word) => sum + textWidth(word, 1), 0) + (words.length - 1) * space
    // Words of one script do not touch; spaces of other faces are a little narrower or wider.
    expect(Math.abs(textWidth(text, 1) - parts)).toBeLessThan(0.15 * words.length)
  })

  test('is wrapped to any width without losing a letter', () => {
    for (const width of [1, 30, 60, 200]) {
      const lines = wrapText(`${text} ${text}`, width, 12)
      expect(letters(lines.join(''))).toBe(letters(text + text))
      if (!joined.includes(name) && width >= 60)
        for (const line of lines) expect(textWidth(line.trim(), 12)).toBeLessThanOrEqual(width + 0.01)
    }
  })
})

test.each([
  ['田中さん', '', 'NotoSansJP'],
  ['田中', '', 'NotoSansSC'],
  ['田中', 'ja', 'NotoSansJP'],
  ['田中', 'ja-JP', 'NotoSansJP'],
  ['田中', 'zh', 'NotoSansSC'],
  ['田中 दास', 'ja', 'NotoSansJP'],
])('%s in a document in “%s” is drawn in the forms of %s', (text, language, name) => {
  const [run] = new FontBook(PDF.create(), language).runs(text, 'sans')
  expect([run!.face, run!.width]).toEqual([name, textRuns(text)[0]!.width])
})

test.each<FontStyle>(['sans', 'bold', 'mono', 'hand'])(
  'a Japanese name in a document of another language has no missing letter in %s',
  (style) => {
    const runs = new FontBook(PDF.create(), 'en').runs('𠮷田太郎', style)
    expect(runs.map(({ text }) => text).join('')).toBe('𠮷田太郎')
    expect(runs[0]!.face).toBe(style === 'bold' ? 'NotoSansJPBold' : 'NotoSansJP')
  },
)

describe('a mixture of scripts', () => {
  const parts = fc.array(fc.constantFrom(...Object.values(scripts), '12', ' ', '(', ')', '-', '.'), {
    minLength: 1,
    maxLength: 5,
  })

  test('has the letters of each, in every style', () => {
    fc.assert(
      fc.property(parts, fc.constantFrom(...styles), (words, style) => {
        const text = words.join(' ')
        const runs = textRuns(text, style)
        expect(letters(runs.map((run) => run.text).join(''))).toBe(letters(text))
        expect(runs.every(({ width }) => Number.isFinite(width) && width >= 0)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  test('never takes an override of direction, which makes a name look like another', () => {
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom('\u202a', '\u202b', '\u202d', '\u202e', '\u202c'),
        (words, override) => {
          const text = words.join(override)
          const [withOverride, without] = [text, words.join('')].map((line) =>
            textRuns(line).map((run) => run.text),
          )
          expect(withOverride).toEqual(without)
        },
      ),
      { numRuns: 100 },
    )
  })

  test.each([
    ['control characters', 'a\u0001\u001f\u007fb', 'ab'],
    ['a soft hyphen', 'a\u00adb', 'ab'],
    ['a byte order mark', '\ufeffab', 'ab'],
    ['a variation selector', 'a\ufe0fb', 'ab'],
    ['spaces of every kind', 'a\u00a0b\u2003c\u3000d\te', 'a b c d e'],
    ['line breaks', 'a\r\nb\u2028c', 'a  b c'],
    ['a private character', 'a\ue000b', `a${replacement}b`],
    ['half of a pair', 'a\ud800b', `a${replacement}b`],
    ['an unassigned character', 'a\u{e0fff}b', 'ab'],
    ['a mark that joins its letter', 'e\u0301', 'é'],
  ])('%s', (_, text, expected) => {
    const runs = textRuns(text)
    expect(runs.map((run) => run.text).join('')).toBe(expected)
  })

  test('of nothing has no runs and no width', () => {
    for (const text of ['', '\u0000', '\u202e', '\u200d']) {
      expect(textRuns(text)).toEqual([])
      expect(textWidth(text, 12)).toBe(0)
    }
  })
})

describe('a book of fonts', () => {
  test('has one font for each face, however often it is used', async () => {
    const pdf = PDF.create()
    const book = new FontBook(pdf)
    const drawing = new Drawing(book)
    for (let line = 0; line < 30; line++) drawing.text(`Größe 姓名 ${line}`, 20, 20, 10, [0, 0, 0])
    const fonts = drawing.resources().getDict('Font')!
    const names = [...fonts.keys()].map(({ value }) => value)
    expect(names.map((name) => name.replace(/_\d+$/, ''))).toEqual(['NotoSans', 'NotoSansSC'])
    book.embed()
    const [font] = names.map((name) => pdf.context.resolve(fonts.getRef(name)!))
    expect(font).toBeInstanceOf(PdfDict)
    expect((font as PdfDict).getName('Subtype')?.value).toBe('Type0')
  })

  test('embeds a font that is used for nothing without harm', async () => {
    const pdf = PDF.create()
    const book = new FontBook(pdf)
    const [run] = textRuns('a')
    book.use(run!)
    expect(book.ref(run!)).toEqual(book.ref(run!))
    pdf.addPage({ width: 100, height: 100 })
    book.embed()
    const reloaded = await PDF.load(await pdf.save(), { lenient: false })
    expect(reloaded.getPageCount()).toBe(1)
  })

  test('of two documents are apart', () => {
    const [one, other] = [new FontBook(PDF.create()), new FontBook(PDF.create())]
    const [run] = textRuns('ab')
    expect(one.encode(run!)).toBe('<00010002>')
    expect(one.encode(run!)).toBe('<00010002>')
    expect(other.encode(textRuns('b')[0]!)).toBe('<0001>')
  })
})
