import { type PDF, PdfDict, type PdfRef } from '@libpdf/core'
import {
  candidates,
  type FaceName,
  type FontStyle,
  face,
  hasGlyph,
  replacement,
  replacementFace,
} from './faces.ts'
import { GlyphFont, hex } from './glyph-font.ts'
import { appendPlain, controls, needsShaping, plainRun, shapedRuns, type TextRun } from './shaping.ts'

/** Height of capitals at size 1 in every face of ours, within a hundredth: what centring goes by. */
export const capHeight = 0.714

/** Distance of baselines at size 1: enough for stacked diacritics and for Chinese. */
export const lineHeight = 1.28

/** Every kind of space is drawn as one. */
const blank = /[\t\n\v\f\r\p{Zs}\u2028\u2029]/gu

/** Controls, variation selectors, overrides of direction, which would let a name look like another. */
const ignored = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\u061c\u200c-\u200f\u2066-\u2069]]/gv

/**
 * `text`, one line, as runs from left to right, each in the first face of the style that has its characters.
 * Characters no face has become U+FFFD.
 */
export function textRuns(text: string, style: FontStyle = 'sans'): TextRun[] {
  const clean = text.replace(blank, ' ').normalize('NFC').replace(ignored, '')
  if (needsShaping(clean)) return shapedRuns(clean, style)
  const characters = [...clean.replace(controls, '')]
  const faces = candidates(style, characters)
  const runs: TextRun[] = []
  for (const character of characters) {
    const name = faces.find((candidate) => hasGlyph(candidate, character))
    const chosen = name ?? replacementFace
    const last = runs.at(-1)
    const run = last?.face === chosen ? last : plainRun(chosen, '')
    appendPlain(run, name ? character : replacement)
    if (run !== last) runs.push(run)
  }
  return runs
}

/** Width of `text` in points at `size`. */
export function textWidth(text: string, size: number, style: FontStyle = 'sans'): number {
  return textRuns(text, style).reduce((sum, run) => sum + run.width, 0) * size
}

type Embedded = ReturnType<PDF['embedFont']>

/**
 * The fonts of one document: embedded when first used, subset when it is saved
 * (`save({ subsetFonts: true })`), each with its ToUnicode map (ISO 32000-2, 9.10.3).
 */
export class FontBook {
  readonly #pdf: PDF
  readonly #used = new Map<string, Embedded>()
  readonly #shaped = new Map<string, GlyphFont>()

  constructor(pdf: PDF) {
    this.#pdf = pdf
  }

  /** The resource name of the run's font, which will be in the file. */
  use({ face, clusters }: TextRun): string {
    if (!clusters) {
      this.#font(face)
      return face
    }
    const name = shapedName(face)
    if (!this.#shaped.has(name)) this.#shaped.set(name, new GlyphFont(this.#pdf, face))
    return name
  }

  /** The code, in hexadecimal, of a glyph of a shaped run that is extracted as `text`. */
  encodeGlyph({ face }: TextRun, glyph: number, text: string): string {
    return this.#shaped.get(shapedName(face))!.encode(glyph, text)
  }

  /** The glyph ids of a run that is not shaped, for a Tj operator, as a hexadecimal string with its brackets. */
  encode(run: TextRun): string {
    return `<${this.#font(run.face).encodeTextToGids(run.text).map(hex).join('')}>`
  }

  /** Where the run's font will stand in the file. */
  ref(run: TextRun): PdfRef {
    return this.#ref(this.use(run))
  }

  /** The `/Font` resources of these names. */
  resources(names: Iterable<string>): PdfDict {
    return new PdfDict([...names].map((name) => [name, this.#ref(name)] as const))
  }

  /** Embeds the fonts of shaped text: once, when all is drawn, before the document is saved. */
  embedShaped(): void {
    for (const font of this.#shaped.values()) font.embed()
  }

  #ref(name: string): PdfRef {
    return (this.#shaped.get(name) ?? this.#font(name as FaceName)).ref
  }

  #font(name: FaceName): Embedded {
    let font = this.#used.get(name)
    if (!font) {
      const { data, program } = face(name)
      font = this.#pdf.embedFont(data)
      // The parsed tables are shared: without this every document parses the 10 MB of Chinese again.
      Reflect.set(font, 'fontProgram', program)
      this.#used.set(name, font)
    }
    return font
  }
}

function shapedName(face: FaceName): string {
  return `${face}-Shaped`
}
