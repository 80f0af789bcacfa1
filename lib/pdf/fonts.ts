import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF, PdfDict, type PdfRef } from '@libpdf/core'

/** `sans` for values, `bold` for headings, `hand` for a typed signature. */
export type FontStyle = 'sans' | 'bold' | 'hand'

/** Text in one face, left to right as drawn. */
interface TextRun {
  face: string
  text: string
  /** At size 1. */
  width: number
}

type Embedded = ReturnType<PDF['embedFont']>
type Program = Embedded['program']

const files = {
  NotoSans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  NotoSansBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  NotoSansItalic: '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  NotoSansSC: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  DejaVuSans: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  Caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
} as const
type FaceName = keyof typeof files

const fallbacks: Record<FontStyle, FaceName[]> = {
  sans: ['NotoSans', 'NotoSansSC', 'DejaVuSans'],
  bold: ['NotoSansBold', 'NotoSansSC', 'DejaVuSans'],
  hand: ['NotoSansItalic', 'NotoSansSC', 'DejaVuSans'],
}

/** Height of capitals at size 1 in every face of ours, within a hundredth: what centring goes by. */
export const capHeight = 0.714

/** Distance of baselines at size 1: enough for stacked diacritics and for Chinese. */
export const lineHeight = 1.28

/** Stands where no font has the character: a question mark in a diamond, never an empty box. */
const replacement = '\u{fffd}'

/** Every kind of space is drawn as one. */
const blank = /[\t\n\v\f\r\p{Zs}\u2028\u2029]/gu

/** Controls, joiners, variation selectors, marks of direction: nothing to draw. */
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u

const parsed = new Map<FaceName, { data: Uint8Array; program: Program }>()

/** A face's bytes and tables, read once per thread: parsing costs up to 30 ms, the tables never change. */
function face(name: FaceName): { data: Uint8Array; program: Program } {
  let found = parsed.get(name)
  if (!found) {
    const data = new Uint8Array(readFileSync(join(process.cwd(), 'node_modules', files[name])))
    found = { data, program: PDF.create().embedFont(data).program }
    parsed.set(name, found)
  }
  return found
}

function has(name: FaceName, character: string): boolean {
  return face(name).program.hasGlyph(character.codePointAt(0)!)
}

/**
 * `text` as runs, each in the first face of the style that has its characters. A typed signature keeps one hand:
 * handwriting when it has every letter, else italics. Characters no face has become U+FFFD.
 */
export function textRuns(text: string, style: FontStyle = 'sans'): TextRun[] {
  const characters = [...text.replace(blank, ' ').normalize('NFC')].filter(
    (character) => !invisible.test(character),
  )
  const names: FaceName[] =
    style === 'hand' && characters.every((character) => has('Caveat', character))
      ? ['Caveat']
      : fallbacks[style]
  const runs: TextRun[] = []
  for (const character of characters) {
    const name = names.find((candidate) => has(candidate, character))
    const shown = name ? character : replacement
    const chosen = name ?? 'DejaVuSans'
    const last = runs.at(-1)
    const width = advance(chosen, shown)
    if (last?.face === chosen) {
      last.text += shown
      last.width += width
    } else runs.push({ face: chosen, text: shown, width })
  }
  return runs
}

/** Width of `text` in points at `size`. */
export function textWidth(text: string, size: number, style: FontStyle = 'sans'): number {
  return textRuns(text, style).reduce((sum, run) => sum + run.width, 0) * size
}

function advance(name: FaceName, character: string): number {
  const { program } = face(name)
  return program.getAdvanceWidth(program.getGlyphId(character.codePointAt(0)!)) / program.unitsPerEm
}

/**
 * The fonts of one document: embedded when first used, subset when it is saved
 * (`save({ subsetFonts: true })`), each with its ToUnicode map (ISO 32000-2, 9.10.3).
 */
export class FontBook {
  readonly #pdf: PDF
  readonly #used = new Map<string, Embedded>()

  constructor(pdf: PDF) {
    this.#pdf = pdf
  }

  /** The run's glyph ids for a Tj operator, as a hexadecimal string with its brackets. */
  encode(run: TextRun): string {
    const glyphs = this.#font(run.face as FaceName).encodeTextToGids(run.text)
    return `<${glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('')}>`
  }

  /** Where the face will stand in the file. */
  ref(run: TextRun): PdfRef {
    return this.#font(run.face as FaceName).ref
  }

  /** The `/Font` resources for these runs; the faces' names are the resource names. */
  resources(faces: Iterable<string>): PdfDict {
    const fonts = new PdfDict()
    for (const name of faces) fonts.set(name, this.#font(name as FaceName).ref)
    return fonts
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
