import type { FontStyle } from '../text/faces.ts'
import { lineHeight, textWidth } from '../text/fonts.ts'
import { lineExtent } from '../text/ink.ts'
import { splitIntoWords } from '../text/line-breaks.ts'
import { markHeight } from './typed-mark.ts'

/** A typed signature takes several lines where that makes it so much larger, or larger at all if it is hard to read. */
const minGainByLines = 1.25
const maxTypedSize = 48
/** Smaller handwriting is hard to read. */
export const minReadableSize = 6

/** A typed signature in lines, and the font size at which they fit. */
interface FittedSignature {
  size: number
  lines: string[]
}

/** A typed signature in one line, or in several where that makes it much larger; words are not broken. */
export function fitTyped(text: string, width: number, height: number, style: FontStyle): FittedSignature {
  const words = splitIntoWords(text)
  const candidates = words.map((_, index): FittedSignature => {
    const lines = index === 0 ? [text] : splitEvenly(words, index + 1, style)
    const widest = Math.max(...lines.map((line) => inkWidth(line, style)))
    const highest = height / (markHeight(text) + (lines.length - 1) * lineHeight)
    return { size: Math.min(highest, widest > 0 ? width / widest : height, maxTypedSize), lines }
  })
  const isReadable = candidates[0]!.size >= minReadableSize
  const gain = ({ size, lines }: FittedSignature) =>
    size / (lines.length > 1 && isReadable ? minGainByLines : 1)
  return candidates.reduce((best, candidate) => (gain(candidate) > gain(best) ? candidate : best))
}

function inkWidth(line: string, style: FontStyle): number {
  const { left, right } = lineExtent(line, style)
  return right - left
}

/** Distributes words over lines of about the same width. */
function splitEvenly(words: readonly string[], count: number, style: FontStyle): string[] {
  const widths = words.map((word) => textWidth(word, 1, style))
  const share = widths.reduce((sum, width) => sum + width, 0) / count
  const lines: string[] = []
  let before = 0
  for (const [index, word] of words.entries()) {
    const line = Math.min(count - 1, Math.floor((before + widths[index]! / 2) / share))
    lines[line] = (lines[line] ?? '') + word
    before += widths[index]!
  }
  return lines.filter(Boolean).map((line) => line.trim())
}
