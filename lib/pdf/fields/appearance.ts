import type { PdfStream } from '@libpdf/core'
import { splitIntoCells } from '#lib/core/text/characters'
import { capHeight, type FontBook, lineHeight, textWidth } from '../text/fonts.ts'
import { inDirection, inVisualOrder, isRightToLeft } from '../text/shaping.ts'
import { type FittedText, fitText, largestText } from '../text/wrap.ts'
import { type AppearanceBox, type Colour, Drawing } from './drawing.ts'
import { drawMark, type PlacedAppearance } from './mark.ts'
import { padding, smallestText } from './text-in-box.ts'

const black: Colour = [0, 0, 0]
const grey: Colour = [0.38, 0.4, 0.44]
const stampColour: Colour = [0.86, 0.87, 0.9]
const rule: Colour = [0.72, 0.74, 0.78]

const captionSize = 6.5
/** Signature zones lower than this (points) show the signature without its caption. */
const minCaptionHeight = 30
/** A smaller caption could not be read: its space is the signature's. */
const minCaptionSize = 5

/** Whether a signature zone of this height may have a caption. */
export function hasCaption(height: number): boolean {
  return height >= minCaptionHeight
}

/** An appearance without content, for an empty field. */
export function makeEmptyAppearance(fonts: FontBook, box: AppearanceBox): PdfStream {
  return new Drawing(fonts).appearance(box)
}

/** How a text stands in its field. */
export interface TextStyle {
  /** By default right-to-left text begins at the right, other text at the left. */
  align?: 'left' | 'center' | 'right'
  /** The number of cells of equal width that have one character each; a longer text has no cells. */
  cells?: number
  /** The largest font size. */
  largest?: number
  colour?: Colour
  /** Whether text is wrapped, from the top. By default it is, and begins at the top in a tall zone only. */
  multiline?: boolean
}

/**
 * The value of a text field or choice: as large as fits, up to 12 points, wrapped, then shrunk. In a tall zone it
 * begins at the top, else it is centred.
 */
export function makeTextAppearance(
  fonts: FontBook,
  box: AppearanceBox,
  value: string,
  style: TextStyle = {},
): PdfStream {
  const drawing = new Drawing(fonts)
  drawText(drawing, box, value, style)
  return drawing.appearance(box)
}

/** Draws the value of a text field or choice in its box. */
export function drawText(drawing: Drawing, box: AppearanceBox, value: string, style: TextStyle): void {
  const characters = readCells(value, style)
  if (characters) {
    const align = style.align ?? (isRightToLeft(value) ? 'right' : 'left')
    drawCells(drawing, box, inVisualOrder(characters), style.cells!, { ...style, align })
    return
  }
  const { align, colour = black } = style
  const { size, lines, width, top } = layOutText(box, value, style)
  lines.forEach((line, index) => {
    const remaining = width - textWidth(line, size)
    const share = shareBefore(align ?? (isRightToLeft(line) ? 'right' : 'left'))
    drawing.text(line, padding + remaining * share, top - index * size * lineHeight, size, colour)
  })
}

/** Whether a text is drawn as a whole in its box: at the smallest size, the box may still clip it. */
export function isWholeInBox(box: AppearanceBox, value: string, style: TextStyle): boolean {
  if (readCells(value, style)) return true
  const { size, lines, width, top } = layOutText(box, value, style)
  const lastBaseline = top - (lines.length - 1) * size * lineHeight
  const isHighEnough = top + capHeight * size <= box.height && lastBaseline >= 0
  return isHighEnough && lines.every((line) => textWidth(line, size) <= width + padding)
}

/** The characters of a text that is drawn in cells; null for any other. */
function readCells(value: string, { cells }: TextStyle): string[] | null {
  if (!cells) return null
  const characters = splitIntoCells(value)
  return characters.length <= cells ? characters : null
}

/** The lines of a text in its box, the width that they may have, and the baseline of the first. */
function layOutText(box: AppearanceBox, value: string, { largest: maximum, multiline }: TextStyle) {
  const width = box.width - 2 * padding
  const height = box.height - padding
  const largest = maximum ?? Math.min(largestText, box.height * 0.7)
  const { size, lines } =
    multiline === false
      ? fitLine(value, width, Math.min(largest, box.height))
      : fitText(value, width, height, largest)
  const leading = size * lineHeight
  const isTop = multiline ?? box.height > 3.2 * leading
  const top = isTop
    ? box.height - padding - size
    : box.height / 2 + ((lines.length - 1) * leading - capHeight * size) / 2
  return { size, lines, width, top }
}

/** The part of the free space that is before a text. */
function shareBefore(align: 'left' | 'center' | 'right'): number {
  return { left: 0, center: 0.5, right: 1 }[align]
}

/** Draws each character in the middle of its cell (ISO 32000-2, table 231, Comb). */
function drawCells(
  drawing: Drawing,
  box: AppearanceBox,
  characters: readonly string[],
  cells: number,
  { align = 'left', largest = largestText, colour = black }: TextStyle,
): void {
  const cell = box.width / cells
  const widest = Math.max(...characters.map((character) => textWidth(character, 1)), capHeight)
  const size = Math.min(largest, box.height * 0.7, cell / widest)
  const first = Math.floor((cells - characters.length) * shareBefore(align))
  const y = (box.height - capHeight * size) / 2
  characters.forEach((character, index) => {
    const x = (first + index + 0.5) * cell - textWidth(character, size) / 2
    drawing.text(character, x, y, size, colour)
  })
}

/** One line at the largest size up to `largest` at which it fits `width`. */
function fitLine(text: string, width: number, largest: number): FittedText {
  const line = text.replace(/\s+/g, ' ')
  const size = Math.min(largest, Math.max(smallestText, width / Math.max(textWidth(line, 1), 1e-6)))
  return { size, lines: [inDirection(line, isRightToLeft(line) ? 'rtl' : 'ltr')] }
}

/** A check box: always its outline, and the tick when checked. */
export function makeCheckboxAppearance(fonts: FontBook, box: AppearanceBox, isChecked: boolean): PdfStream {
  const drawing = new Drawing(fonts)
  const side = Math.max(1, Math.min(box.width, box.height) - 2)
  const x = (box.width - side) / 2
  const y = (box.height - side) / 2
  drawing.rectangle(x, y, side, side, grey, Math.min(0.8, side / 10))
  if (isChecked) {
    const tick = [
      [x + side * 0.2, y + side * 0.52],
      [x + side * 0.42, y + side * 0.26],
      [x + side * 0.8, y + side * 0.78],
    ] as const
    drawing.line(tick, side * 0.13, black)
  }
  return drawing.appearance(box)
}

/** A radio button: always its ring, and the dot when selected. */
export function makeRadioAppearance(fonts: FontBook, box: AppearanceBox, isSelected: boolean): PdfStream {
  const drawing = new Drawing(fonts)
  radioButton(drawing, box.width / 2, box.height / 2, Math.min(box.width, box.height) / 2 - 1, isSelected)
  return drawing.appearance(box)
}

/** Several options in one zone, one below the other; `selectedIndex` is -1 when none is selected. */
export function makeOptionsAppearance(
  fonts: FontBook,
  box: AppearanceBox,
  options: readonly string[],
  selectedIndex: number,
): PdfStream {
  const drawing = new Drawing(fonts)
  const row = box.height / options.length
  const radius = Math.max(0.5, Math.min(row * 0.36, 5.5))
  options.forEach((option, index) => {
    const middle = box.height - (index + 0.5) * row
    radioButton(drawing, padding + radius, middle, radius, index === selectedIndex)
    const left = 2 * padding + 2.6 * radius
    const { size, lines } = fitText(
      option,
      Math.max(1, box.width - left),
      row,
      Math.min(largestText, row * 0.75),
    )
    lines.forEach((line, position) => {
      const offset = (position - (lines.length - 1) / 2) * size * lineHeight
      drawing.text(line, left, middle - (capHeight * size) / 2 - offset, size, black)
    })
  })
  return drawing.appearance(box)
}

/**
 * A signature: its text or image as large as fits and, in zones of at least 30 points where it can be read, a rule and
 * the caption (name and time) below it.
 */
export function makeSignatureAppearance(
  fonts: FontBook,
  box: AppearanceBox,
  placed: PlacedAppearance,
  caption: string,
): PdfStream {
  const drawing = new Drawing(fonts)
  let markBottom = 0
  const captionText = fitText(caption, box.width - 2 * padding, box.height * 0.34, captionSize)
  if (hasCaption(box.height) && captionText.size >= minCaptionSize) {
    const leading = captionText.size * lineHeight
    markBottom = captionText.lines.length * leading + 2.5
    captionText.lines.forEach((line, index) => {
      drawing.text(
        line,
        padding,
        markBottom - 1.5 - captionText.size - index * leading,
        captionText.size,
        grey,
      )
    })
    drawing.line(
      [
        [padding, markBottom],
        [box.width - padding, markBottom],
      ],
      0.5,
      rule,
    )
  }
  drawMark(drawing, placed, padding, markBottom + 1, box.width - 2 * padding, box.height - markBottom - 2)
  return drawing.appearance(box)
}

/** Initials: their text or image without a caption. */
export function makeInitialsAppearance(
  fonts: FontBook,
  box: AppearanceBox,
  placed: PlacedAppearance,
): PdfStream {
  const drawing = new Drawing(fonts)
  drawMark(drawing, placed, padding / 2, padding / 2, box.width - padding, box.height - padding)
  return drawing.appearance(box)
}

/** Large pale text from the bottom left to the top right of a page. */
export function stampAppearance(fonts: FontBook, box: AppearanceBox, text: string): PdfStream {
  const drawing = new Drawing(fonts)
  const diagonal = Math.hypot(box.width, box.height)
  const size = Math.min((diagonal * 0.6) / textWidth(text, 1, 'bold'), box.height * 0.3, box.width * 0.3)
  const angle = Math.atan2(box.height, box.width)
  const width = textWidth(text, 1, 'bold') * size
  const draw = () => drawing.text(text, -width / 2, (-capHeight * size) / 2, size, stampColour, 'bold')
  drawing.rotated(box.width / 2, box.height / 2, angle, draw, stampColour)
  return drawing.appearance(box)
}

function radioButton(drawing: Drawing, x: number, y: number, radius: number, enabled: boolean): void {
  const outer = Math.max(0.5, radius)
  drawing.circle(x, y, outer, grey, Math.min(0.8, outer / 5))
  if (enabled) drawing.circle(x, y, outer * 0.55, black, 'fill')
}
