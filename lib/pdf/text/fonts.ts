import type { PDF, PdfDict, PdfRef } from '@libpdf/core'
import type { HandwritingFont } from '#lib/core/handwriting'
import { type DrawingRules, findDrawingRules } from '../conformance.ts'
import {
  candidates,
  type FaceName,
  type FontStyle,
  face,
  findHandwritingFonts,
  hasGlyph,
  hasOwnForm,
  replacement,
  replacementFace,
} from './faces.ts'
import { type EncodedGlyph, GlyphFont } from './glyph-font.ts'
import { type KeptFont, keepFonts, readKeptFont } from './kept-fonts.ts'
import {
  appendPlain,
  type Cluster,
  controls,
  needsShaping,
  plainRun,
  shapedRuns,
  type TextRun,
} from './shaping.ts'

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

/** The capitals of Georgian (Mtavruli), which no font here has: the same letters in Mkhedruli, the usual script. */
const georgianCapitals = /[\u1c90-\u1cbf]/g

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
  const drawn = compose(text.replace(blank, ' ')).replace(ignored, '')
  return drawn.replace(georgianCapitals, (letter) => letter.toLowerCase())
}

/** NFC, except that compatibility ideographs of another form stay: NFC prints a name in another form than it has. */
function compose(text: string): string {
  return text
    .split(/([\uf900-\ufaff\u{2f800}-\u{2fa1f}])/u)
    .map((part, index) => (index % 2 === 1 && hasOwnForm(part) ? part : part.normalize('NFC')))
    .join('')
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
  readonly #keptFonts: Map<FaceName, KeptFont | null> | null
  readonly #isJapanese: boolean

  /**
   * @param language BCP 47 tag; in Japanese, texts in Chinese characters only have the Japanese forms
   * @param options.reuses draws with the fonts that an earlier revision has kept, where these have the glyphs
   */
  constructor(pdf: PDF, language = '', { reuses = false } = {}) {
    this.#pdf = pdf
    this.#isJapanese = /^ja\b/.test(language)
    this.#keptFonts = reuses ? new Map() : null
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
  use(run: TextRun): string {
    return `${run.face}_${this.#font(run).ref.objectNumber}`
  }

  /** The character code, four hexadecimal digits, of a glyph of a shaped run. */
  encodeGlyph(run: TextRun, glyph: EncodedGlyph): string {
    return this.#font(run).encode(glyph)
  }

  /** The character codes of a run that is not shaped: a hexadecimal string with its brackets, for a Tj operator. */
  encode(run: TextRun): string {
    const font = this.#font(run)
    return `<${encodedGlyphs(run)
      .map((glyph) => font.encode(glyph))
      .join('')}>`
  }

  /** The reference to the run's font. */
  ref(run: TextRun): PdfRef {
    return this.#font(run).ref
  }

  /** Adds fonts with the glyphs of these texts, and names them in the form for later revisions that draw such texts. */
  keep(form: PdfDict, texts: readonly string[]): void {
    const runs = texts.flatMap((text) => this.runs(text, 'sans'))
    for (const run of runs) for (const glyph of encodedGlyphs(run)) this.#subset(run.face).encode(glyph)
    keepFonts(this.#pdf, form, new Map(runs.map(({ face }) => [face, this.#subset(face)])))
  }

  /** Writes the fonts into the document. To be called once, when all text is drawn and before the document is saved. */
  embed(): void {
    for (const font of this.#fonts.values()) font.embed()
  }

  #font(run: TextRun): GlyphFont | KeptFont {
    const kept = this.#keptFont(run.face)
    return kept?.has(encodedGlyphs(run)) ? kept : this.#subset(run.face)
  }

  #keptFont(name: FaceName): KeptFont | null {
    if (!this.#keptFonts) return null
    const kept = this.#keptFonts.get(name) ?? readKeptFont(this.#pdf, name)
    this.#keptFonts.set(name, kept)
    return kept
  }

  #subset(name: FaceName): GlyphFont {
    const font = this.#fonts.get(name) ?? new GlyphFont(this.#pdf, name, this.rules)
    this.#fonts.set(name, font)
    return font
  }
}

/** The glyphs of a run. Readers reverse right-to-left text themselves; one glyph of a cluster carries its text. */
function encodedGlyphs(run: TextRun): EncodedGlyph[] {
  const { program } = face(run.face)
  if (run.clusters)
    return run.clusters.flatMap((cluster) =>
      cluster.glyphs.map(({ id, main }) => ({ glyph: id, text: main ? extractedText(run, cluster) : '' })),
    )
  return Array.from(run.text, (character) => ({
    glyph: program.getGlyphId(character.codePointAt(0)!),
    text: character,
  }))
}

/** The text of a cluster in the order in which readers expect it. */
export function extractedText({ rightToLeft }: TextRun, { text }: Cluster): string {
  return rightToLeft ? [...text].reverse().join('') : text
}
