import type { PDF } from '@libpdf/core'
import { type PageGeometry, rectToZone, type ZoneBox } from '../geometry.ts'

/** The text of a page in the order in which it is drawn, with the box of every character as displayed. */
export interface PageText {
  page: PageGeometry
  text: string
  /** One for each UTF-16 code unit of `text`; null for a space that only a gap or a new line stands for. */
  boxes: (ZoneBox | null)[]
}

/** A gap of more than this part of the text's height separates words. */
const wordGap = 0.2

/**
 * Reads the text of every page. Writers draw a line of text in one go, so the drawing order is the reading order within
 * it. Runs of white space are one space. A page whose content cannot be read has no text.
 */
export function pageTexts(pdf: PDF, pages: readonly PageGeometry[]): PageText[] {
  return pages.map((page) => {
    const characters = linesOf(pdf, page)
      .flatMap(({ spans }) => spans.flatMap(({ chars }) => chars))
      .sort((a, b) => (a.sequenceIndex ?? 0) - (b.sequenceIndex ?? 0))
    return assemble(
      page,
      characters.map(({ char, bbox: { x, y, width, height } }) => ({
        char,
        box: rectToZone(page, [x, y, x + width, y + height]),
      })),
    )
  })
}

function linesOf(pdf: PDF, { number }: PageGeometry) {
  try {
    return pdf.getPage(number - 1)?.extractText().lines ?? []
  } catch {
    return []
  }
}

function assemble(page: PageGeometry, characters: { char: string; box: ZoneBox }[]): PageText {
  let text = ''
  const boxes: (ZoneBox | null)[] = []
  let previous: ZoneBox | null = null
  const append = (part: string, box: ZoneBox | null) => {
    if (part === ' ' && (text === '' || text.endsWith(' '))) return
    text += part
    for (let unit = 0; unit < part.length; unit++) boxes.push(box)
  }
  for (const { char, box } of characters) {
    if (previous && isApart(previous, box)) append(' ', null)
    append(/^\s+$/u.test(char) ? ' ' : char, box)
    previous = box
  }
  return { page, text, boxes }
}

function isApart(before: ZoneBox, after: ZoneBox): boolean {
  const height = Math.max(before.height, after.height)
  const isNewLine = Math.abs(after.y + after.height - before.y - before.height) > height / 2
  const gap = after.x - (before.x + before.width)
  return isNewLine || gap > wordGap * height || gap < -height
}

/** The boxes of the text from `start` to `end`: one for each line that it is on. */
export function lineBoxes({ boxes }: PageText, start: number, end: number): ZoneBox[] {
  const lines: ZoneBox[] = []
  for (const box of boxes.slice(start, end)) {
    if (!box) continue
    const line = lines.at(-1)
    if (line && !isNewLineOf(line, box)) lines[lines.length - 1] = union(line, box)
    else lines.push(box)
  }
  return lines
}

function isNewLineOf(line: ZoneBox, { y, height }: ZoneBox): boolean {
  return Math.abs(y + height - line.y - line.height) > Math.max(height, line.height) / 2
}

function union(a: ZoneBox, b: ZoneBox): ZoneBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
