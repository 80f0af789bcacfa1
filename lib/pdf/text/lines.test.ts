import { PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { Drawing } from '../fields/drawing.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf } from '../fixtures/build.ts'
import { withPage } from '../fixtures/render.ts'
import { findTexts } from '../import/fields-in-file.ts'
import type { FontStyle } from './faces.ts'
import { FontBook, textRuns, textWidth } from './fonts.ts'
import { inVisualOrder, isRightToLeft, loadShaping } from './shaping.ts'
import { fitText, wrapText } from './wrap.ts'

const words = {
  Latin: ['Vertrag', 'Příliš', 'žluťoučký', 'kůň', 'naïve', 'straße', 'Ångström', 'fi', 'office'],
  Greek: ['σύμβαση', 'Ελληνική', 'Εταιρεία', 'ΑΕ', 'ώρα'],
  Cyrillic: ['договор', 'Привет', 'ООО', 'подпись', 'ёж'],
  Chinese: ['张伟', '合同', '双方同意', '签名', '测试。'],
  Korean: ['계약', '서명', '동의합니다'],
  Arabic: ['محمد', 'عقد', 'توقيع', 'الطرفان', 'لا'],
  Hebrew: ['שלום', 'חוזה', 'חתימה', 'עולם'],
  Thai: ['สัญญา', 'ลายเซ็น', 'ภาษาไทย', 'ที่'],
}
const scripts = Object.keys(words) as (keyof typeof words)[]
const wordOf = fc.constantFrom(...scripts).chain((script) => fc.constantFrom(...words[script]))
const sentence = fc.array(wordOf, { minLength: 1, maxLength: 12 }).map((list) => list.join(' '))
/** Marks of direction that wrapping may add. */
const marks = /[\u200e\u200f]/g
const letters = (text: string) => text.replace(/\s/g, '').replace(marks, '')

beforeAll(() => loadShaping(words))

describe('lines of text in every script', () => {
  test('have all of its characters in their order, and are no wider than they may be', () => {
    fc.assert(
      fc.property(
        sentence,
        fc.integer({ min: 40, max: 250 }),
        fc.integer({ min: 5, max: 14 }),
        (text, width, size) => {
          const lines = wrapText(text, width, size)
          expect(letters(lines.join(''))).toBe(letters(text))
          for (const line of lines) {
            expect(line).toBe(line.trimEnd())
            expect(textWidth(line, size), line).toBeLessThanOrEqual(width + size * 0.2)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('have the direction of their paragraph', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 40, max: 200 }), (text, width) => {
        const lines = wrapText(text, width, 10).filter((line) => line !== '')
        const direction = isRightToLeft(text)
        for (const line of lines) expect(isRightToLeft(line)).toBe(direction)
      }),
      { numRuns: 200 },
    )
  })

  test('of several paragraphs are those of each', () => {
    fc.assert(
      fc.property(
        fc.array(sentence, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('\n', '\r', '\r\n'),
        (list, end) => {
          expect(wrapText(list.join(end), 150, 10)).toEqual(list.flatMap((text) => wrapText(text, 150, 10)))
        },
      ),
      { numRuns: 80 },
    )
  })

  test('wrapped again at their own width stay as they are', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 60, max: 250 }), (text, width) => {
        fc.pre(!isRightToLeft(text) && !/[\u0590-\u08ff]/.test(text))
        const lines = wrapText(text, width, 10)
        for (const line of lines) expect(wrapText(line, width + 0.01, 10)).toEqual([line])
      }),
      { numRuns: 100 },
    )
  })

  test('fit the zone, or have the smallest size', () => {
    fc.assert(
      fc.property(
        sentence,
        fc.integer({ min: 20, max: 300 }),
        fc.integer({ min: 8, max: 100 }),
        (text, width, height) => {
          const { size, lines } = fitText(text, width, height)
          expect(size).toBeGreaterThanOrEqual(4)
          expect(size).toBeLessThanOrEqual(12)
          expect(size * 2).toBe(Math.round(size * 2))
          if (size > 4) expect(lines.length * size).toBeLessThanOrEqual(height + size)
          if (size > 4)
            for (const line of lines)
              expect(textWidth(line, size), line).toBeLessThanOrEqual(width + size * 0.2)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test.each([
  ['주식회사대한민국전자문서보관소', 10.5, ['주식회사대한민국', '전자문서보관소']],
  ['株式会社日本電子文書保管機構東', 10, ['株式会社日本電子', '文書保管機構東']],
  ['전자 문서', 12, ['전자 문서']],
])(
  'a Korean word that is too wide is broken between syllables, as Japanese text is: %s',
  (text, size, lines) => {
    expect(fitText(text, 80, 36)).toEqual({ size, lines })
  },
)

describe('isolated text that is broken over lines', () => {
  const shown = (text: string, width: number, size: number) =>
    wrapText(text, width, size).map((line) =>
      inVisualOrder([...line])
        .join('')
        .replace(/[\u200e-\u2069]/g, ''),
    )
  const backwards = (text: string) => [...text].reverse().join('')

  test('leaves the time in a caption in its order', () => {
    const name = 'عبد الرحمن محمد الأحمد الشريف'
    expect(shown(`\u2068${name}\u2069 · \u20662026-03-04 05:06 UTC\u2069`, 76, 6.5)).toEqual([
      backwards('عبد الرحمن محمد الأحمد'),
      `${backwards('الشريف')} · 2026-03-04`,
      '05:06 UTC',
    ])
  })

  test('has its direction on every line', () => {
    expect(shown('By \u2068Ada שלום דוד (7)\u2069, signer', 50, 10)).toEqual([
      'By Ada',
      backwards('שלום דוד'),
      '(7), signer',
    ])
    expect(shown('By \u2068דודי Ada שלום\u2069, signer', 50, 10)).toEqual([
      `By ${backwards('דודי')}`,
      `${backwards('שלום')} Ada,`,
      'signer',
    ])
  })

  test('is isolated within isolated text', () => {
    expect(wrapText('\u2067אב \u2066cd ef\u2069 גד\u2069', 30, 10)).toEqual([
      '\u2067אב \u2066cd\u2069\u2069',
      '\u2067\u2066ef\u2069 גד\u2069',
    ])
  })
})

describe('widths', () => {
  const style = fc.constantFrom<FontStyle>('sans', 'bold', 'hand')

  test('of a text are those of its runs, which have all of its characters', () => {
    fc.assert(
      fc.property(sentence, style, (text, face) => {
        const runs = textRuns(text, face)
        expect(textWidth(text, 10, face)).toBeCloseTo(10 * runs.reduce((sum, { width }) => sum + width, 0), 6)
        const drawn = runs.map((run) => run.text).join('')
        expect([...letters(drawn)].sort()).toEqual([...letters(text.normalize('NFC'))].sort())
        expect(drawn).not.toContain('\ufffd')
      }),
      { numRuns: 150 },
    )
  })

  test('are proportional to the size, and never negative', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), style, (text, face) => {
        const width = textWidth(text, 1, face)
        expect(width).toBeGreaterThanOrEqual(0)
        expect(textWidth(text, 12, face)).toBeCloseTo(12 * width, 6)
      }),
      { numRuns: 200 },
    )
  })

  test('of shaped glyphs end where the run ends, and the clusters have its text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...words.Arabic, ...words.Hebrew, ...words.Thai), (word) => {
        for (const run of textRuns(word)) {
          expect([...run.clusters!.map(({ text }) => text).join('')].sort()).toEqual([...run.text].sort())
          const places = run.clusters!.flatMap(({ glyphs }) => glyphs.map(({ x }) => x))
          expect(Math.max(...places)).toBeLessThanOrEqual(run.width + 0.001)
          for (const { glyphs } of run.clusters!) expect(glyphs.filter(({ main }) => main)).toHaveLength(1)
        }
      }),
    )
  })
})

describe('text that is drawn', () => {
  /** A page with one line for each text, 30 points apart. */
  async function drawn(texts: string[], style: FontStyle = 'sans'): Promise<Uint8Array> {
    const pdf = await loadPdf(buildPdf({ pages: [{ mediaBox: [0, 0, 900, 30 * texts.length + 60] }] }))
    const fonts = new FontBook(pdf)
    const drawing = new Drawing(fonts)
    for (const [index, text] of texts.entries()) drawing.text(text, 30, 30 + 30 * index, 12, [0, 0, 0], style)
    const page = pdf.getPage(0)!
    const stream = PdfStream.fromDict({}, drawing.content())
    page.dict.set('Resources', drawing.resources())
    page.dict.set('Contents', pdf.context.register(stream))
    fonts.embed()
    return pdf.save()
  }

  test.each<[string, string[], FontStyle]>([
    ['alphabets', [...words.Latin, ...words.Greek, ...words.Cyrillic], 'sans'],
    ['alphabets in bold', [...words.Latin, ...words.Greek, ...words.Cyrillic], 'bold'],
    ['a handwriting', ['Ada Lovelace', 'Zoë Ångström', 'Příliš'], 'hand'],
    ['Chinese and Korean', [...words.Chinese, ...words.Korean], 'sans'],
    ['signs', ['€ 1.234,50', '½ – “quoted” … §', '№ 5 ™ ©', '← →'], 'sans'],
  ])('is extracted by pdf.js, and found by us: %s', async (_, texts, style) => {
    const bytes = await drawn(texts, style)
    const items = await withPage(bytes, 1, async (page) => (await page.getTextContent()).items)
    const extracted = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    for (const text of texts) expect(letters(extracted)).toContain(letters(text))
    const places = await findTexts(bytes, texts)
    for (const [index, found] of places.entries()) expect(found, texts[index]).not.toHaveLength(0)
  })

  test('is as wide as it was measured', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...words.Latin, ...words.Greek), { minLength: 1, maxLength: 5 }),
        async (list) => {
          const text = list.join(' ')
          const bytes = await drawn([text])
          const items = await withPage(bytes, 1, async (page) => (await page.getTextContent()).items)
          const width = items.reduce((sum, item) => sum + ('width' in item ? item.width : 0), 0)
          expect(width).toBeCloseTo(textWidth(text, 12), 0)
        },
      ),
      { numRuns: 10 },
    )
  })

  test('leaves a file that opens strictly and has one page', async () => {
    const bytes = await drawn([...words.Arabic, ...words.Thai, ...words.Hebrew, '𝒳', '\u0000', '\ufeff'])
    expect(inspect(await loadPdf(bytes, { lenient: false })).pages).toHaveLength(1)
  })
})
