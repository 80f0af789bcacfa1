import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { type HandwritingFont, handwritingFontNames } from '#lib/core/handwriting'
import { type FaceName, fontFiles, isPackaged } from './font-files.ts'

export type { FaceName } from './font-files.ts'

/**
 * `sans` for values, `bold` for headings, `mono` for hashes; a handwriting font, or `hand` for any, for a typed signature.
 */
export type FontStyle = 'sans' | 'bold' | 'mono' | 'hand' | HandwritingFont

/** A font's tables as parsed by @libpdf/core. */
type FontProgram = ReturnType<PDF['embedFont']>['program']

/** The face of each handwriting font, and the script for which it is offered; by default Latin, Greek and Cyrillic. */
const handwriting: Record<HandwritingFont, { face: FaceName; script?: RegExp }> = {
  caveat: { face: 'Caveat' },
  'dancing-script': { face: 'DancingScript' },
  'great-vibes': { face: 'GreatVibes' },
  mynerve: { face: 'Mynerve' },
  marhey: { face: 'Marhey', script: /\p{Script=Arabic}/u },
  'gveret-levin': { face: 'GveretLevin', script: /\p{Script=Hebrew}/u },
  kalam: { face: 'Kalam', script: /\p{Script=Devanagari}/u },
  'zen-kurenaido': {
    face: 'ZenKurenaido',
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  'ma-shan-zheng': { face: 'MaShanZheng', script: /\p{Script=Han}/u },
  'nanum-pen-script': { face: 'NanumPenScript', script: /\p{Script=Hangul}/u },
}

/** Fonts that few texts need come last: a font is loaded when none before it has a character. */
const otherScripts: FaceName[] = [
  ...(['NotoSansSC', 'DejaVuSans', 'NotoSansArabic', 'NotoSansThai', 'NanumGothic'] as const),
  ...(['NotoSansBengali', 'NotoSansTamil', 'NotoSansTelugu', 'NotoSansKhmer', 'NotoEmoji'] as const),
  ...(['NotoSansEthiopic', 'NotoSansGujarati', 'NotoSansGurmukhi', 'NotoSansKannada'] as const),
  ...(['NotoSansMalayalam', 'NotoSansMyanmar', 'NotoSansOriya', 'NotoSansSinhala'] as const),
  // Has Chinese characters of Japanese names that no other font has.
  'NotoSansJP',
]
const fallbacks: Record<'sans' | 'bold' | 'mono' | 'hand', FaceName[]> = {
  sans: ['NotoSans', ...otherScripts],
  bold: [
    'NotoSansBold',
    'NotoSansSCBold',
    'DejaVuSansBold',
    'NotoSansArabicBold',
    'NotoSansThaiBold',
    'NanumGothicBold',
    'DejaVuSans',
    ...(['NotoSansBengaliBold', 'NotoSansTamilBold', 'NotoSansTeluguBold', 'NotoSansKhmerBold'] as const),
    'NotoEmoji',
    ...(['NotoSansEthiopicBold', 'NotoSansGujaratiBold', 'NotoSansGurmukhiBold'] as const),
    ...(['NotoSansKannadaBold', 'NotoSansMalayalamBold', 'NotoSansMyanmarBold'] as const),
    ...(['NotoSansOriyaBold', 'NotoSansSinhalaBold', 'NotoSansJPBold'] as const),
  ],
  mono: ['DejaVuSansMono', 'NotoSans', ...otherScripts],
  hand: ['NotoSansItalic', ...otherScripts],
}

/** Shown for characters that no font has: a question mark in a diamond, never an empty box. */
export const replacement = '\u{fffd}'
export const replacementFace: FaceName = 'DejaVuSans'

const parsed = new Map<FaceName, { data: Uint8Array; program: FontProgram }>()

/** A face's bytes and parsed tables, cached per thread: parsing takes up to 30 ms. */
export function face(name: FaceName): { data: Uint8Array; program: FontProgram } {
  let cached = parsed.get(name)
  if (!cached) {
    const data = new Uint8Array(readFileSync(findFile(fontFiles[name])))
    cached = { data, program: PDF.create().embedFont(data).program }
    parsed.set(name, cached)
  }
  return cached
}

function findFile(file: string): string {
  return isPackaged(file)
    ? join(process.cwd(), 'node_modules', file)
    : join(process.cwd(), 'lib/pdf/text/fonts', file)
}

export function hasGlyph(name: FaceName, character: string): boolean {
  return face(name).program.hasGlyph(character.codePointAt(0)!)
}

/**
 * The faces to try for these characters, in order. A typed signature stays in one style: the chosen handwriting where
 * that has every character, else the first one that is offered, else italics.
 */
export function candidates(
  style: FontStyle,
  characters: readonly string[],
  isJapanese = looksJapanese(characters),
): FaceName[] {
  if (style === 'sans' || style === 'bold' || style === 'mono') return fallbacksFor(style, isJapanese)
  if (style !== 'hand' && hasHandwriting(style, characters)) return [handwriting[style].face]
  const [font] = findHandwritingFonts(characters)
  return font ? [handwriting[font].face] : fallbacksFor('hand', isJapanese)
}

/** A text with kana is Japanese, and one with Chinese characters in forms that only Japanese names have. */
function looksJapanese(characters: readonly string[]): boolean {
  return characters.some((character) =>
    /[\p{Script=Hiragana}\p{Script=Katakana}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/u.test(character),
  )
}

/**
 * Whether a compatibility ideograph has another form than the character by which NFC replaces it: Japanese names may be
 * registered in it.
 */
export function hasOwnForm(ideograph: string): boolean {
  const { program } = face('NotoSansJP')
  const [own, unified] = [ideograph, ideograph.normalize('NFC')].map((character) =>
    program.getGlyphId(character.codePointAt(0)!),
  )
  return own !== 0 && own !== unified
}

/** The faces of Chinese characters in their Chinese and Japanese forms. */
const forms = ['NotoSansSC', 'NotoSansJP'] as const
const boldForms = ['NotoSansSCBold', 'NotoSansJPBold'] as const

/** The Chinese characters of a Japanese text have the Japanese forms. */
function fallbacksFor(style: keyof typeof fallbacks, isJapanese: boolean): FaceName[] {
  if (!isJapanese) return fallbacks[style]
  const [chinese, japanese] = style === 'bold' ? boldForms : forms
  return fallbacks[style]
    .filter((name) => name !== japanese)
    .flatMap((name) => (name === chinese ? [japanese, name] : [name]))
}

/** The handwriting fonts that are offered for a text of these characters, the default first. */
export function findHandwritingFonts(characters: readonly string[]): HandwritingFont[] {
  const text = characters.join('')
  return handwritingFontNames.filter(
    (font) => (handwriting[font].script?.test(text) ?? true) && hasHandwriting(font, characters),
  )
}

function hasHandwriting(font: HandwritingFont, characters: readonly string[]): boolean {
  return characters.every((character) => hasGlyph(handwriting[font].face, character))
}

/**
 * The faces to try for shaped text. Arabic letters join only within one face: DejaVu, which readers extract best
 * because most of its glyphs stand for one character, or Noto where only that has a character of the text, as in
 * Urdu.
 */
export function shapingCandidates(
  style: FontStyle,
  characters: readonly string[],
  isJapanese?: boolean,
): FaceName[] {
  const [dejaVu, noto]: [FaceName, FaceName] =
    style === 'bold' ? ['DejaVuSansBold', 'NotoSansArabicBold'] : ['DejaVuSans', 'NotoSansArabic']
  const faces = candidates(style, characters, isJapanese)
  const complete = characters.every((character) => hasGlyph(dejaVu, character) || !hasGlyph(noto, character))
  return complete ? faces : faces.flatMap((name) => (name === dejaVu ? [noto, name] : [name]))
}

/** The advance width of a glyph at size 1. */
export function advanceWidth(name: FaceName, glyph: number): number {
  const { program } = face(name)
  return program.getAdvanceWidth(glyph) / program.unitsPerEm
}
