import { splitCharacters } from '#lib/core/text/characters'
import { smallestText } from '../fields/text-in-box.ts'
import type { FontStyle } from './faces.ts'
import { lineHeight, textWidth } from './fonts.ts'
import { splitAtBreaks, splitWideWord } from './line-breaks.ts'
import { inDirection, isRightToLeft, needsShaping } from './shaping.ts'

/** Text broken into lines, and the font size at which they fit. */
export interface FittedText {
  size: number
  lines: string[]
}

export const largestText = 12

/**
 * Breaks `text` into lines that fit `width` and `height` (points) at the largest size up to `largest`, in steps of
 * half a point down to 4. Below two thirds of `largest`, words that are too wide are broken anywhere: one of many must
 * not make all of them small. At 4 points the text may still be too long: the appearance clips it, the field's value
 * stays whole. `countFitting` says so before it is entered.
 */
export function fitText(text: string, width: number, height: number, largest = largestText): FittedText {
  const smallest = Math.min(smallestText, largest)
  const measure = cachedMeasure('sans')
  const hasSeveralWords = splitAtBreaks(text).length > 1
  for (let size = largest; size > smallest; size -= 0.5) {
    for (const breakWords of hasSeveralWords && size < (largest * 2) / 3 ? [false, true] : [false]) {
      const lines = wrap(text, width / size, measure, breakWords)
      const isLow = lines && lines.length * size * lineHeight <= height + size * (lineHeight - 1)
      // A single character may be too wide.
      const isNarrow = !breakWords || lines?.every((line) => measure(line) * size <= width + 0.001)
      if (isLow && isNarrow) return { size, lines }
    }
  }
  return { size: smallest, lines: wrap(text, width / smallest, measure, true) ?? [] }
}

/** Breaks `text` into lines of at most `width` points at `size`. Words that are wider are broken. */
export function wrapText(text: string, width: number, size: number, style: FontStyle = 'sans'): string[] {
  return wrap(text, width / size, cachedMeasure(style), true) ?? []
}

/** The width of a text at size 1. */
type Measure = (text: string) => number

/** Measures with a cache: words repeat. */
function cachedMeasure(style: FontStyle): Measure {
  const widths = new Map<string, number>()
  return (text) => {
    const width = widths.get(text) ?? textWidth(text, 1, style)
    widths.set(text, width)
    return width
  }
}

/**
 * Lines no wider than `width` at size 1. A word that is too wide is broken anywhere if `breakWords`, else as `splitWideWord` says.
 * @returns null when one of its parts is too wide
 */
function wrap(text: string, width: number, measure: Measure, breakWords: boolean): string[] | null {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    const wrapped = wrapParagraph(setIsolateDirections(paragraph), width, measure, breakWords)
    if (!wrapped) return null
    const direction = isRightToLeft(paragraph) ? 'rtl' : 'ltr'
    lines.push(...closeIsolates(wrapped).map((line) => inDirection(line, direction)))
  }
  return lines
}

/** Isolates whose direction is that of their first letter get a mark of it: each line would find another one. */
function setIsolateDirections(paragraph: string): string {
  return paragraph.replace(
    /\u2068([^\u2066-\u2069]*)/g,
    (_, content: string) => (isRightToLeft(content) ? '\u2067' : '\u2066') + content,
  )
}

/** Ends isolates where a line ends, and begins them again on the next: each line is put in order alone. */
function closeIsolates(lines: readonly string[]): string[] {
  let open = ''
  return lines.map((line) => {
    const begun = open + line
    open = ''
    for (const [mark] of begun.matchAll(/[\u2066-\u2069]/g))
      open = mark === '\u2069' ? open.slice(0, -1) : open + mark
    return begun + '\u2069'.repeat(open.length)
  })
}

function wrapParagraph(text: string, width: number, measure: Measure, breakWords: boolean): string[] | null {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  for (const piece of splitAtBreaks(text)) {
    if (lineWidth + measure(piece.trimEnd()) <= width) {
      line += piece
      lineWidth += measure(piece)
      continue
    }
    if (line.trim()) lines.push(line.trimEnd())
    if (measure(piece.trimEnd()) <= width) line = piece
    else {
      const parts = breakWords ? breakWord(piece, width, measure) : breakWideWord(piece, width, measure)
      if (!parts) return null
      lines.push(...parts.slice(0, -1))
      line = parts.at(-1)!
    }
    lineWidth = measure(line)
  }
  lines.push(line.trimEnd())
  return lines
}

/** The lines of a word of parts; null when one is too wide. */
function breakWideWord(word: string, width: number, measure: Measure): string[] | null {
  const lines = ['']
  for (const part of splitWideWord(word)) {
    const line = lines.at(-1)! + part
    if (measure(part.trimEnd()) > width) return null
    if (measure(line.trimEnd()) <= width) lines[lines.length - 1] = line
    else lines.push(part)
  }
  return lines
}

/** Parts that are as wide as possible, each at least one character; the last has the word's trailing spaces. */
function breakWord(piece: string, width: number, measure: Measure): string[] {
  const word = piece.trimEnd()
  const characters = needsShaping(word) ? splitCharacters(word) : [...word]
  const parts: string[] = []
  let part = ''
  for (const character of characters) {
    if (part && measure(part + character) > width) {
      parts.push(part.trimEnd())
      part = character.trimStart()
    } else part += character
  }
  return [...parts, part + piece.slice(word.length)]
}
