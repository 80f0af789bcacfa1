import type { PDF, PdfRef } from '@libpdf/core'
import type { HandwritingFont } from '#lib/core/handwriting'
import { type DrawingRules, findDrawingRules } from '../conformance.ts'
import {
  candidates,
  type FaceName,
  type FontStyle,
  face,
  findHandwritingFonts,
  hasGlyph,
  replacement,
  replacementFace,
} from './faces.ts'
import { GlyphFont } from './glyph-font.ts'
import { appendPlain, controls, needsShaping, plainRun, shapedRuns, type TextRun } from './shaping.ts'

/** Height of capitals at size 1, within a hundredth in every face: text is centred by it. */
export const capHeight = 0.714

/** Distance of baselines at size 1, enough for stacked diacritics and Chinese. */
export const lineHeight = 1.28

/** All kinds of spaces and line breaks are drawn as a space. */
const blank = /[\t\n\v\f\r\p{Zs}\u2028\u2029]/gu

/**
 * Not drawn: control characters, variation selectors, and overrides of direction, which can make a name look like
 * another.
 */
const ignored = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\u061c\u200c-\u200f\u2066-\u2069]]/gv

/**
 * Splits one line of text into runs from left to right, each in the first face of the style that has its
 * characters. Characters that no face has become U+FFFD.
 * @param isJapanese draws Chinese characters in their Japanese forms, which are as wide; by default in a text with kana
 */
export function textRuns(text: string, style: FontStyle = 'sans', isJapanese?: boolean): TextRun[] {
  const normalized = normalizeLine(text)
  if (needsShaping(normalized)) return shapedRuns(normalized, style, isJapanese)
  const characters = [...normalized.replace(controls, '')]
  const faces = candidates(style, characters, isJapanese)
  const runs: TextRun[] = []
  for (const character of characters) {
    const name = faces.find((candidate) => hasGlyph(candidate, character))
    const chosen = name ?? replacementFace
    const lastRun = runs.at(-1)
    const run = lastRun?.face === chosen ? lastRun : plainRun(chosen, '')
    appendPlain(run, name ? character : replacement)
    if (run !== lastRun) runs.push(run)
  }
  return runs
}

/** The handwriting fonts that are offered for a text, the default first. */
export function handwritingFontsFor(text: string): HandwritingFont[] {
  return findHandwritingFonts([...normalizeLine(text).replace(controls, '')])
}

/** A line with plain spaces and composed letters, and without characters that are not drawn. */
function normalizeLine(text: string): string {
  return text.replace(blank, ' ').normalize('NFC').replace(ignored, '')
}

/** Width of `text` in points at `size`. */
export function textWidth(text: string, size: number, style: FontStyle = 'sans'): number {
  return textRuns(text, style).reduce((sum, run) => sum + run.width, 0) * size
}

/**
 * The fonts of one document, each a subset with its ToUnicode map (ISO 32000-2, 9.10.3): one for every face in use. And
 * the rules for drawings in it.
 */
export class FontBook {
  readonly rules: DrawingRules
  readonly #pdf: PDF
  readonly #fonts = new Map<FaceName, GlyphFont>()
  readonly #isJapanese: boolean

  /** @param language BCP 47 tag; in Japanese, texts in Chinese characters only have the Japanese forms */
  constructor(pdf: PDF, language = '') {
    this.#pdf = pdf
    this.#isJapanese = /^ja\b/.test(language)
    this.rules = findDrawingRules(pdf)
  }

  /** The runs of a line of text, in the language of the document. */
  runs(text: string, style: FontStyle): TextRun[] {
    return textRuns(text, style, this.#isJapanese || undefined)
  }

  /**
   * The resource name of the run's font: no other subset in the document has it. The document will have the font, also
   * where nothing is encoded with it.
   */
  use({ face }: TextRun): string {
    return `${face}_${this.#font(face).ref.objectNumber}`
  }

  /** The character code, four hexadecimal digits, of a glyph of a shaped run that readers extract as `text`. */
  encodeGlyph({ face }: TextRun, glyph: number, text: string): string {
    return this.#font(face).encode(glyph, text)
  }

  /** The character codes of a run that is not shaped: a hexadecimal string with its brackets, for a Tj operator. */
  encode({ face: name, text }: TextRun): string {
    const { program } = face(name)
    const codes = Array.from(text, (character) =>
      this.#font(name).encode(program.getGlyphId(character.codePointAt(0)!), character),
    )
    return `<${codes.join('')}>`
  }

  /** The reference to the run's font. */
  ref({ face }: TextRun): PdfRef {
    return this.#font(face).ref
  }

  /** Writes the fonts into the document. To be called once, when all text is drawn and before the document is saved. */
  embed(): void {
    for (const font of this.#fonts.values()) font.embed()
  }

  #font(name: FaceName): GlyphFont {
    const font = this.#fonts.get(name) ?? new GlyphFont(this.#pdf, name, this.rules)
    this.#fonts.set(name, font)
    return font
  }
}
