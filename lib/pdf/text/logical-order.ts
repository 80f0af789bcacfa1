import bidiFactory, { type Bidi } from 'bidi-js'

export type Direction = 'ltr' | 'rtl'

/** A logical order of characters that are displayed in a given order. */
export interface LogicalOrder {
  /** The positions of the characters from left to right, in logical order. */
  order: number[]
  /** Positions at which the other character of the pair is meant, such as “(” for “)”. */
  mirrored: Set<number>
}

/** What may be before and after a text, in logical order: a letter or none, then braces. */
type Surroundings = readonly [before: string, after: string]

/** Signs that face each other, and are mirrored in writing from right to left (UAX #9, L4). */
const pairs = ['()', '[]', '{}', '<>', '«»', '‹›']
const rightToLeft =
  /[\u0590-\u065f\u066d-\u06ef\u06fa-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** An Arabic digit, whose direction does not depend on what is before it. */
const digit = '\u0660'
/** In a longer text, or one of more numbers, all these are taken to have one direction. */
const [maxLength, maxNumbers] = [300, 3]

let loaded: Bidi | undefined

function loadBidi(): Bidi {
  loaded ??= bidiFactory()
  return loaded
}

/** Whether a text has letters that read from right to left. */
export function hasRightToLeftLetters(text: string): boolean {
  return rightToLeft.test(text)
}

/**
 * One UTF-16 code unit with the direction of a character: bidi-js reads code units, and letters of some scripts have two.
 */
export function toCodeUnit(character: string): string {
  const [codePoint = ' '] = character
  if (codePoint.length === 1) return codePoint
  return hasRightToLeftLetters(codePoint) ? '\u05d0' : 'a'
}

/** The other sign of the pair; the character itself where there is none. */
export function mirror(character: string): string {
  return loadBidi().getMirroredCharacter(character) ?? character
}

/**
 * Every logical order of a text that is displayed in this order (UAX #9): what is displayed says neither whether a
 * number beside both directions comes before or after, nor whether a single sign is mirrored.
 * @param displayed from left to right, one code unit for each character; in writing from right to left a bracket may be
 * the sign that is seen, or the one that is meant
 * @param direction of the paragraph
 */
export function findLogicalOrders(
  displayed: string,
  direction: Direction,
  surroundings: readonly Surroundings[] = [['', '']],
): LogicalOrder[] {
  const { seen, unclear } = seenSigns(displayed)
  const mirroredSeen = Array.from(seen, mirror)
  const levelsIn = (text: string, [before, after]: Surroundings) =>
    loadBidi()
      .getEmbeddingLevels(before + text + after, direction)
      .levels.slice(before.length, before.length + text.length)
  const found = new Map<string, LogicalOrder>()
  for (const levels of guessLevels(seen, surroundings, levelsIn)) {
    const order = reorder(seen, levels, direction)
    const signAt = (position: number) => (levels[position]! % 2 === 1 ? mirroredSeen : seen)[position]!
    const logical = order.map(signAt).join('')
    const isDisplayedSo = surroundings.some((around) =>
      reorder(logical, levelsIn(logical, around), direction).every(
        (index, position) => order[index] === position,
      ),
    )
    if (!isDisplayedSo) continue
    const mirrored = order.filter((position) => signAt(position) !== displayed[position])
    const clear = mirrored.filter((position) => !unclear.has(position))
    for (const positions of [mirrored, clear])
      found.set(`${order} ${positions}`, { order, mirrored: new Set(positions) })
  }
  return [...found.values()]
}

/** The levels that a text may have, from left to right. What is before brackets decides on these, on either side. */
function guessLevels(
  seen: string,
  surroundings: readonly Surroundings[],
  levelsIn: (text: string, around: Surroundings) => Uint8Array,
): Uint8Array[] {
  const texts = withDirectedNumbers(seen).flatMap((text) => [text, withoutBrackets(text)])
  const reversed = texts.map((text) => Array.from(text, mirror).toReversed().join(''))
  const levels = surroundings
    .flatMap(([before, after]): Surroundings[] => [
      [before, after],
      [before.replace('{{', ''), ''],
    ])
    .flatMap((around) => [
      ...texts.map((text) => levelsIn(text, around)),
      ...reversed.map((text) => levelsIn(text, around).toReversed()),
    ])
  return [...new Map(levels.map((levels) => [levels.join(''), levels])).values()]
}

/**
 * The text with each number as letters from left to right, and as digits that what is before them does not change. A
 * number directly after a Latin letter, or after one and “=”, belongs to that.
 */
function withDirectedNumbers(seen: string): string[] {
  const numbers = findNumbers(seen)
  const waysOf = (number: string) => [
    'a'.repeat(number.length),
    digit.repeat(number.length),
    number.replaceAll(/\d/g, digit),
  ]
  const replace = (text: string, { 0: number, index }: RegExpExecArray, way: number) =>
    text.slice(0, index) + waysOf(number)[way] + text.slice(index + number.length)
  const ways = [0, 1, 2]
  if (hasTooManyOrders(seen))
    return ways.map((way) => numbers.reduce((text, number) => replace(text, number, way), seen))
  return numbers.reduce(
    (texts, number) => [...new Set(texts.flatMap((text) => ways.map((way) => replace(text, number, way))))],
    [seen],
  )
}

function findNumbers(text: string): RegExpExecArray[] {
  return [...text.matchAll(/[#$%°£€]*\d+(?:[.,:/+-]\d+)*[#$%°£€]*/g)].filter(
    ({ index }) => !/[a-z]=?$/i.test(text.slice(0, index)),
  )
}

/** Whether `findLogicalOrders` does not find every order of a text. */
export function hasTooManyOrders(text: string): boolean {
  return text.length > maxLength || findNumbers(text).length > maxNumbers
}

function withoutBrackets(text: string): string {
  return text.replaceAll(/[()[\]{}]/g, '*')
}

/** The positions of a text that is displayed on a line of its own (L1 and L2). */
function reorder(text: string, levels: Uint8Array, direction: Direction): number[] {
  const paragraph = { start: 0, end: text.length - 1, level: direction === 'rtl' ? 1 : 0 }
  return loadBidi().getReorderedIndices(text, { levels, paragraphs: [paragraph] })
}

/**
 * The signs as they are seen: a pair that faces outwards is written with the signs that are meant. Those that form no
 * pairs are unclear.
 */
function seenSigns(displayed: string): { seen: string; unclear: Set<number> } {
  const seen = [...displayed]
  const unclear = new Set([...seen.keys()].filter((position) => mirror(seen[position]!) !== seen[position]))
  for (const pair of pairs) {
    const positions = [...unclear].filter((position) => pair.includes(seen[position]!))
    const signs = positions.map((position) => seen[position]!)
    const isSeen = isBalanced(signs, pair)
    if (!isSeen && !isBalanced(signs.map(mirror), pair)) continue
    for (const position of positions) {
      unclear.delete(position)
      if (!isSeen) seen[position] = mirror(seen[position]!)
    }
  }
  return { seen: seen.join(''), unclear }
}

function isBalanced(signs: readonly string[], [opening]: string): boolean {
  let depth = 0
  for (const sign of signs) {
    depth += sign === opening ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0
}
