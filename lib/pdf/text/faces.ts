import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { type HandwritingFont, handwritingFontNames } from '#lib/core/handwriting'

/**
 * `sans` for values, `bold` for headings, `mono` for hashes; a handwriting font, or `hand` for any, for a typed signature.
 */
export type FontStyle = 'sans' | 'bold' | 'mono' | 'hand' | HandwritingFont

/** A font's tables as parsed by @libpdf/core. */
export type FontProgram = ReturnType<PDF['embedFont']>['program']

const files = {
  NotoSans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  NotoSansBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  NotoSansItalic: '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  NotoSansSC: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  NotoSansSCBold: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  NotoSansArabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  NotoSansArabicBold: '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
  NotoSansThai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  NotoSansThaiBold: '@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf',
  NanumGothic: '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  NanumGothicBold: '@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf',
  NotoSansBengali: '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  NotoSansBengaliBold: '@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf',
  NotoSansTamil: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  NotoSansTamilBold: '@expo-google-fonts/noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf',
  NotoSansTelugu: '@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  NotoSansTeluguBold: '@expo-google-fonts/noto-sans-telugu/700Bold/NotoSansTelugu_700Bold.ttf',
  NotoSansKhmer: '@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf',
  NotoSansKhmerBold: '@expo-google-fonts/noto-sans-khmer/700Bold/NotoSansKhmer_700Bold.ttf',
  NotoSansJP: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  NotoSansJPBold: '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
  NotoEmoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  // Without a folder: of `fonts`. The packages of these have 22 MB, of which two of eighteen weights and pictures are used.
  NotoSansEthiopic: 'NotoSansEthiopic.ttf',
  NotoSansEthiopicBold: 'NotoSansEthiopicBold.ttf',
  NotoSansGujarati: 'NotoSansGujarati.ttf',
  NotoSansGujaratiBold: 'NotoSansGujaratiBold.ttf',
  NotoSansGurmukhi: 'NotoSansGurmukhi.ttf',
  NotoSansGurmukhiBold: 'NotoSansGurmukhiBold.ttf',
  NotoSansKannada: 'NotoSansKannada.ttf',
  NotoSansKannadaBold: 'NotoSansKannadaBold.ttf',
  NotoSansMalayalam: 'NotoSansMalayalam.ttf',
  NotoSansMalayalamBold: 'NotoSansMalayalamBold.ttf',
  NotoSansMyanmar: 'NotoSansMyanmar.ttf',
  NotoSansMyanmarBold: 'NotoSansMyanmarBold.ttf',
  NotoSansOriya: 'NotoSansOriya.ttf',
  NotoSansOriyaBold: 'NotoSansOriyaBold.ttf',
  NotoSansSinhala: 'NotoSansSinhala.ttf',
  NotoSansSinhalaBold: 'NotoSansSinhalaBold.ttf',
  DejaVuSans: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  DejaVuSansBold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  DejaVuSansMono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  Caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
  DancingScript: '@expo-google-fonts/dancing-script/500Medium/DancingScript_500Medium.ttf',
  GreatVibes: '@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf',
  // Its package has no licence text: that is in licenses/mynerve.txt.
  Mynerve: '@expo-google-fonts/mynerve/Mynerve_400Regular.ttf',
  Marhey: '@expo-google-fonts/marhey/400Regular/Marhey_400Regular.ttf',
  GveretLevin: '@expo-google-fonts/gveret-levin/400Regular/GveretLevin_400Regular.ttf',
  Kalam: '@expo-google-fonts/kalam/400Regular/Kalam_400Regular.ttf',
  ZenKurenaido: '@expo-google-fonts/zen-kurenaido/400Regular/ZenKurenaido_400Regular.ttf',
  MaShanZheng: '@expo-google-fonts/ma-shan-zheng/400Regular/MaShanZheng_400Regular.ttf',
  NanumPenScript: '@expo-google-fonts/nanum-pen-script/400Regular/NanumPenScript_400Regular.ttf',
} as const
export type FaceName = keyof typeof files

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
    const data = new Uint8Array(readFileSync(findFile(files[name])))
    cached = { data, program: PDF.create().embedFont(data).program }
    parsed.set(name, cached)
  }
  return cached
}

function findFile(file: string): string {
  return file.includes('/')
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
