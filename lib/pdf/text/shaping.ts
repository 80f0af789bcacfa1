import type { Bidi } from 'bidi-js'
import type { Font, Buffer as ShapingBuffer } from 'harfbuzzjs'
import {
  advanceWidth,
  type FaceName,
  type FontStyle,
  face,
  hasGlyph,
  replacement,
  replacementFace,
  shapingCandidates,
} from './faces.ts'

/** Characters that are drawn as a unit, and their glyphs from left to right. */
export interface Cluster {
  text: string
  glyphs: Glyph[]
}

/** Position from the left end of the run's baseline, at size 1. */
interface Glyph {
  id: number
  x: number
  y: number
  /** Whether it is the widest glyph of its cluster. */
  main: boolean
}

/** A run of text in one face. */
export interface TextRun {
  face: FaceName
  /** In logical order. */
  text: string
  /** At size 1. */
  width: number
  /** Shaped clusters from left to right; absent where each character has one glyph. */
  clusters?: Cluster[]
  rightToLeft?: boolean
}

interface Libraries {
  bidi: Bidi
  harfbuzz: typeof import('harfbuzzjs')
  buffer: ShapingBuffer
  fonts: Map<FaceName, Font>
}

/** Part of a line with one direction, face and script. */
interface Item {
  start: number
  end: number
  level: number
  face: FaceName
  script: string | undefined
}

/** Right-to-left letters and digits, and marks that set this direction. */
const rightToLeft =
  /[\u0590-\u08ff\u061c\u200f\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Letters whose form or position depends on their neighbours (Devanagari to Khmer), and combining marks left after
 * NFC.
 */
const joiningLetter = /[\u0900-\u109f\u1780-\u18af[\p{M}--\p{Default_Ignorable_Code_Point}]]/v

/** Joiners, and marks and isolates of direction: not drawn, but needed for shaping and order. */
export const controls = /[\u061c\u200c-\u200f\u2066-\u2069]/gu

const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Lao', 'Nko'],
  ...['Bengali', 'Tamil', 'Telugu', 'Khmer', 'Ethiopic', 'Gujarati', 'Gurmukhi', 'Kannada'],
  ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala'],
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))

function isControl(character: string): boolean {
  return character.search(controls) === 0
}

let libraries: Libraries | undefined

/** Whether text (in NFC) cannot be drawn as one glyph per character from left to right. */
export function needsShaping(text: string): boolean {
  return rightToLeft.test(text) || joiningLetter.test(text)
}

/**
 * Loads HarfBuzz and the bidirectional algorithm, once per thread, if any text in `input` needs them. Await it
 * before measuring or drawing such text.
 */
export async function loadShaping(...input: unknown[]): Promise<void> {
  const texts = JSON.stringify(input, (_, value) => (value instanceof Uint8Array ? undefined : value))
  if (needsShaping(texts) || needsShaping(texts.normalize('NFC'))) await loadLibraries()
}

/** Loads HarfBuzz and the bidirectional algorithm, once per thread. Await it before `getFont`. */
export async function loadLibraries(): Promise<void> {
  if (libraries) return
  const [harfbuzz, { default: bidiFactory }] = await Promise.all([import('harfbuzzjs'), import('bidi-js')])
  libraries = { harfbuzz, bidi: bidiFactory(), buffer: new harfbuzz.Buffer(), fonts: new Map() }
}

function loaded(): Libraries {
  if (!libraries) throw new Error('Text needs shaping: call loadShaping first.')
  return libraries
}

/** Whether the first letter with a direction is right-to-left (UAX #9, P2 and P3). */
export function isRightToLeft(text: string): boolean {
  return (
    rightToLeft.test(text) && (loaded().bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1
  )
}

/** Prefixes `text` with an LRM or RLM character if its first letter would set the other direction of the paragraph. */
export function inDirection(text: string, direction: 'ltr' | 'rtl'): string {
  if (isRightToLeft(text) === (direction === 'rtl')) return text
  return `${direction === 'rtl' ? '\u200f' : '\u200e'}${text}`
}

/** The characters of a text, of one or more code points each, from left to right (UAX #9). */
export function inVisualOrder(characters: readonly string[]): readonly string[] {
  const text = characters.join('')
  if (!rightToLeft.test(text)) return characters
  const { bidi } = loaded()
  const characterAt = characters.flatMap((character) => Array<string[]>(character.length).fill([character]))
  const order = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text))
  // A set keeps the first occurrence of each.
  return [...new Set(order.map((index) => characterAt[index]!))].flat()
}

/**
 * Splits one line of text into runs from left to right (UAX #9), shaped where the script needs it. Characters missing
 * from every face of the style are replaced by U+FFFD.
 */
export function shapedRuns(line: string, style: FontStyle, isJapanese?: boolean): TextRun[] {
  const { bidi } = loaded()
  const faces = shapingCandidates(style, [...line.replace(controls, '')], isJapanese)
  const text = Array.from(line, (character) =>
    isControl(character) || faceFor(character, faces) ? character : replacement,
  ).join('')
  const embedding = bidi.getEmbeddingLevels(text)
  const items = itemize(text, embedding.levels, faces)
  const itemAt = items.flatMap((item) => Array<Item>(item.end - item.start).fill(item))
  // The items in visual order: a set keeps the first occurrence of each.
  const visualOrder = new Set(bidi.getReorderedIndices(text, embedding).map((index) => itemAt[index]!))
  return [...visualOrder].map((item) => {
    const itemText = text.slice(item.start, item.end)
    return item.level % 2 === 1 || needsShaping(itemText) ? shape(text, item) : plainRun(item.face, itemText)
  })
}

function faceFor(character: string, faces: readonly FaceName[]): FaceName | undefined {
  return faces.find((name) => hasGlyph(name, character))
}

/**
 * Splits text by direction, face and script. Spaces, digits, signs and marks keep the face and script of the text
 * before them.
 */
function itemize(text: string, levels: Uint8Array, faces: readonly FaceName[]): Item[] {
  const items: Item[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const level = levels[start]!
    const script = scripts.find(({ letter }) => letter.test(character))?.name
    const lastRun = items.at(-1)
    const stays = lastRun?.level === level && !/\p{L}/u.test(character)
    const keepsFace = stays && (hasGlyph(lastRun.face, character) || isControl(character))
    const name = keepsFace ? lastRun.face : (faceFor(character, faces) ?? replacementFace)
    if (
      lastRun?.level === level &&
      lastRun.face === name &&
      (!script || !lastRun.script || script === lastRun.script)
    ) {
      lastRun.end = end
      lastRun.script ??= script
    } else items.push({ start, end, level, face: name, script })
    start = end
  }
  return items
}

/** A run with one glyph for each character. */
export function plainRun(name: FaceName, text: string): TextRun {
  const run: TextRun = { face: name, text: '', width: 0 }
  for (const character of text.replace(controls, '')) appendPlain(run, character)
  return run
}

export function appendPlain(run: TextRun, character: string): void {
  run.text += character
  run.width += advanceWidth(run.face, face(run.face).program.getGlyphId(character.codePointAt(0)!))
}

function shape(text: string, { start, end, level, face: name }: Item): TextRun {
  const { harfbuzz, buffer } = loaded()
  const isBackward = level % 2 === 1
  buffer.reset()
  buffer.addText(text, start, end - start)
  buffer.setDirection(isBackward ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
  buffer.setFlags(harfbuzz.BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  buffer.guessSegmentProperties()
  harfbuzz.shape(getFont(name), buffer)
  const { unitsPerEm } = face(name).program
  const infos = buffer.getGlyphInfosAndPositions()
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  let pen = 0
  const glyphsByStart = Map.groupBy(infos, ({ cluster }) => cluster)
  const clusters = [...glyphsByStart].map(([start, members]) => {
    const to = starts[starts.indexOf(start) + 1] ?? end
    const widest = Math.max(...members.map(({ xAdvance = 0 }) => xAdvance))
    const main = members.find(({ xAdvance = 0 }) => xAdvance === widest)
    const glyphs = members.map((info) => {
      const { codepoint: id, xAdvance = 0, xOffset = 0, yOffset = 0 } = info
      const glyph = { id, x: (pen + xOffset) / unitsPerEm, y: yOffset / unitsPerEm, main: info === main }
      pen += xAdvance
      return glyph
    })
    return { text: text.slice(start, to).replace(controls, ''), glyphs }
  })
  return {
    face: name,
    text: text.slice(start, end),
    width: pen / unitsPerEm,
    clusters,
    rightToLeft: isBackward,
  }
}

/** The face as HarfBuzz has it, at its units per em. */
export function getFont(name: FaceName): Font {
  const { harfbuzz, fonts } = loaded()
  let font = fonts.get(name)
  if (!font) {
    font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(face(name).data)))
    fonts.set(name, font)
  }
  return font
}
