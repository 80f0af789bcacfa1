import { spawnSync } from 'node:child_process'
import { PDF, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { isolated } from '#lib/core/text/isolated'
import { makeTextAppearance } from '../fields/appearance.ts'
import { Drawing } from '../fields/drawing.ts'
import type { FontStyle } from './faces.ts'
import { FontBook, textRuns, textWidth } from './fonts.ts'
import { inDirection, inVisualOrder, isRightToLeft, loadShaping, needsShaping } from './shaping.ts'
import { fitText, wrapText } from './wrap.ts'

beforeAll(() => loadShaping('محمد'))

/** The texts of the runs from left to right. */
function runs(text: string, style?: FontStyle): string[] {
  return textRuns(text, style).map((run) => run.text)
}

/** The glyph ids of a text in one shaped run. */
function glyphs(text: string): number[] {
  return textRuns(text).flatMap(({ clusters = [] }) =>
    clusters.flatMap((cluster) => cluster.glyphs.map(({ id }) => id)),
  )
}

function operators(text: string): string {
  const drawing = new Drawing(new FontBook(PDF.create()))
  drawing.text(text, 5, 40, 12, [0, 0, 0])
  return Buffer.from(drawing.content()).toString('latin1')
}

/** A page with the text, saved. */
async function page(text: string): Promise<Uint8Array> {
  const pdf = PDF.create()
  const { dict } = pdf.addPage({ width: 600, height: 100 })
  const fonts = new FontBook(pdf)
  const drawing = new Drawing(fonts)
  drawing.text(text, 5, 40, 12, [0, 0, 0])
  dict.set('Resources', drawing.resources())
  dict.set('Contents', pdf.context.register(new PdfStream([], drawing.content())))
  fonts.embed()
  return pdf.save({ subsetFonts: true })
}

/** What pdf.js extracts from a page with the text. */
async function extracted(text: string): Promise<string> {
  const task = getDocument({ data: await page(text), verbosity: 0, useSystemFonts: false })
  const { items } = await (await (await task.promise).getPage(1)).getTextContent()
  await task.destroy()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

describe('what needs shaping', () => {
  test.each([
    'Ada Lovelace',
    'Žofie Ωμέγα Жук',
    '张伟 ひらがな 한국어',
    'e\u0301',
    '✓\ufe0f',
    isolated('Ada'),
    '',
  ])('not %j', (text) => {
    expect(needsShaping(text.normalize('NFC'))).toBe(false)
  })

  test.each(['محمد', 'שלום', '٣', 'हिन्दी', 'ไทย', 'ລາວ', 'x\u030c', inDirection('Ada', 'rtl')])(
    '%j',
    (text) => {
      expect(needsShaping(text.normalize('NFC'))).toBe(true)
    },
  )
})

describe('drawing order', () => {
  test.each([
    ['a name and a number among Latin', 'Ada محمد 123 Lovelace', ['Ada ', '123', 'محمد ', ' Lovelace']],
    ['Latin in a Hebrew sentence', 'שלום Ada!', ['!', 'Ada', 'שלום ']],
    ['a number in brackets after Hebrew', 'דוד (1886)', [')', '1886', 'דוד (']],
    ['a date after an isolated name', `${isolated('محمد')} · 2026-03-04`, ['محمد', ' · 2026-03-04']],
    ['a sentence about an isolated name', `By ${isolated('محمد')}, 3 pages`, ['By ', 'محمد', ', 3 pages']],
    ['Arabic and Hebrew', 'سلام שלום', ['שלום', 'سلام ']],
    ['Latin and Devanagari', 'Ada देव Lovelace', ['Ada ', 'देव ', 'Lovelace']],
    ['Latin in a paragraph from right to left', inDirection('Ada!', 'rtl'), ['!', 'Ada']],
  ])('%s', (_, text, expected) => {
    const runTexts = runs(text).map((run) => run.replace(/[\u200f\u2066-\u2069]/g, ''))
    expect(runTexts.filter(Boolean).join('|')).toContain(expected.join('|'))
  })

  test('letters from right to left stand from right to left', () => {
    const [run] = textRuns('שלום')
    expect(run!.clusters!.map(({ text }) => text)).toEqual(['ם', 'ו', 'ל', 'ש'])
  })

  test('brackets are mirrored', () => {
    const [opening] = glyphs('ש(').filter((id) => !glyphs('ש').includes(id))
    const [closing] = glyphs('ש)ש').filter((id) => !glyphs('ש').includes(id))
    expect(opening).not.toBe(closing)
    expect(glyphs('ש(ש)ש').filter((id) => id === opening || id === closing)).toEqual(
      [opening, closing].reverse(),
    )
  })

  test('overrides of direction are dropped', () => {
    expect(runs('\u202eAda\u202c')).toEqual(['Ada'])
  })

  test.each([
    ['محمد Ada', true],
    ['Ada محمد', false],
    ['123 שלום', true],
    [`${isolated('محمد')} · UTC`, false],
    ['Ada', false],
  ])('%s: from right to left is %s', (text, expected) => {
    expect(isRightToLeft(text)).toBe(expected)
  })
})

describe('the form of what is drawn', () => {
  test('Arabic letters join: beginning, middle and end differ', () => {
    expect(new Set([...glyphs('ههه'), ...glyphs('ه')]).size).toBe(4)
  })

  test('lam and alef become one glyph', () => {
    expect(glyphs('لا')).toHaveLength(1)
  })

  test('a joiner that keeps letters apart does', () => {
    expect(glyphs('می‌خ')).not.toEqual(glyphs('میخ'))
  })

  test('Devanagari conjuncts become one glyph, and the short i stands before its consonant', () => {
    expect(glyphs('क्ष')).toHaveLength(1)
    expect(glyphs('कि')).toHaveLength(2)
    expect(glyphs('कि').at(-1)).toBe(glyphs('क')[0])
  })

  test.each([
    ['Hebrew points', 'שָׁ'],
    ['Thai tone marks', 'ที่'],
    ['a mark that did not compose', 'x\u030c'],
  ])('%s take no room', (_, text) => {
    expect(textWidth(text, 10)).toBeCloseTo(textWidth([...text][0]!, 10), 5)
    expect(textRuns(text)[0]!.clusters).toHaveLength(1)
  })

  test('a character that no face has is replaced', () => {
    expect(runs('محمد 𓀀').join('')).toContain('\ufffd')
  })

  test('the letters of a text join in one face', () => {
    expect(textRuns('محمد').map(({ face }) => face)).toEqual(['DejaVuSans'])
    expect(textRuns('محمد ہے').map(({ face }) => face)).toEqual(['NotoSansArabic'])
  })

  test('bold has a face of its own', () => {
    expect(textRuns('محمد', 'bold').map(({ face }) => face)).toEqual(['DejaVuSansBold'])
    expect(textRuns('ไทย', 'bold').map(({ face }) => face)).toEqual(['NotoSansThaiBold'])
  })
})

describe('lines', () => {
  const arabic = 'الاسم الكامل محمد بن عبد الله الخوارزمي Ada Lovelace عالم رياضيات'

  test('are broken in logical order, each fitting', () => {
    const lines = wrapText(arabic, 100, 12)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.join(' ').replace(/\u200f/g, '')).toBe(arabic)
    for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(100)
  })

  test('keep the direction of their paragraph', () => {
    for (const line of wrapText(arabic, 60, 12)) expect(isRightToLeft(line)).toBe(true)
    for (const line of wrapText(`Name ${arabic}`, 60, 12)) expect(isRightToLeft(line)).toBe(false)
  })

  test('of Thai are broken between words', () => {
    const words = ['ภาษา', 'ไทย', 'สวัสดี', 'ครับ']
    const lines = wrapText(words.join(''), 55, 14)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines.slice(0, -1)) expect(words.some((word) => line.endsWith(word))).toBe(true)
  })

  test('break no cluster', () => {
    const { lines } = fitText('क्षि'.repeat(30), 20, 20)
    for (const line of lines) expect(line.length % 4).toBe(0)
  })

  test('from right to left begin at the right edge of a field', () => {
    const box = { width: 200, height: 20, rotation: 0, userUnit: 1 } as const
    const left = (text: string) => {
      const { data } = makeTextAppearance(new FontBook(PDF.create()), box, text)
      return Number(/1 0 0 1 (\S+) \S+ Tm/.exec(Buffer.from(data).toString('latin1'))![1])
    }
    expect(left('Ada')).toBe(2)
    expect(left('محمد')).toBeCloseTo(198 - textWidth('محمد', 12), 2)
  })
})

describe('what readers extract', () => {
  test.each([
    'محمد بن عبد الله',
    'لا إله',
    'שלום עליכם',
    'שָׁלוֹם',
    'हिन्दी क्षत्रिय श्री कृष्ण',
    'निर्मला र्मि क्ति',
    'สมชาย ใจดี ที่นี่ น้ำ',
    'ພາສາລາວ',
    '김민준',
    'x\u030c ẹ\u0301',
    `By ${isolated('محمد')}, 3 pages`,
  ])('%s is extracted unchanged', async (text) => {
    const withoutSpaces = (text: string) => text.replace(/[\s\u2060\u2068\u2069]/g, '').normalize('NFKC')
    expect(withoutSpaces(await extracted(text))).toBe(withoutSpaces(text))
  })

  test('clusters of several glyphs say what they are', () => {
    expect(operators('कि')).toContain('/Span <</ActualText <feff0915093f>>> BDC')
    expect(operators('Ada')).not.toContain('ActualText')
  })

  test('the text rise is taken back', () => {
    const rises = [...operators('مُحَمَّدٌ').matchAll(/(\S+) Ts/g)].map(([, rise]) => Number(rise))
    expect(rises.length).toBeGreaterThan(2)
    expect(rises.at(-1)).toBe(0)
    expect(operators('שלום ab')).not.toContain('Ts')
  })
})

describe('fonts of shaped text', () => {
  test('hold the glyphs that are used, and no more', async () => {
    const [word, letters] = [await page('محمد'), await page('محمد بن عبد الله الخوارزمي ثجحخذزسشصضطظغفقك')]
    expect(word.length).toBeLessThan(12_000)
    expect(letters.length).toBeGreaterThan(word.length)
  })

  test('are the same in the same document', async () => {
    const name = async () =>
      /BaseFont \/([A-Z]{6}\+DejaVuSans)/.exec(Buffer.from(await page('שלום')).toString('latin1'))
    expect((await name())?.[1]).toBe((await name())?.[1])
  })
})

test('plain text is drawn glyph by glyph, in fonts of libpdf', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aÄΩЖ中한 1.(') })
  fc.assert(
    fc.property(letters, (text) => {
      for (const run of textRuns(text)) expect(run.clusters).toBeUndefined()
      expect(operators(text)).not.toMatch(/TJ|BDC|Ts|Shaped/)
      expect(runs(text).join('')).toBe(text)
    }),
  )
})

describe('loading', () => {
  /** The error of measuring `text` in a new process that loaded what `input` needs. */
  function errorAfter(input: unknown, text: string): string {
    const script = `
      import { loadShaping } from './lib/pdf/text/shaping.ts'
      import { textWidth } from './lib/pdf/text/fonts.ts'
      await loadShaping(${JSON.stringify(input)})
      try { textWidth(${JSON.stringify(text)}, 10) } catch (error) { process.stdout.write(error.message) }`
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout
  }

  test('nothing for plain text', () => {
    expect(errorAfter({ name: 'Ada 张伟' }, 'محمد')).toBe('Text needs shaping: call loadShaping first.')
  })

  test('for a mark that would compose with the escape before it', () => {
    expect(errorAfter({ text: '\n\u0301' }, '\n\u0301')).toBe('')
  })
})

test.each([
  [['ש', 'ר', 'ה'], 'הרש'],
  [['ש', '1', '2'], '12ש'],
  [['a', 'b'], 'ab'],
  [['e\u0301', 'ש'], 'e\u0301ש'],
])('%j from left to right', (characters, expected) => {
  expect(inVisualOrder(characters).join('')).toBe(expected)
})
