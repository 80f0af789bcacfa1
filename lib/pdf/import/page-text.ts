import { type PDF, type PDFPage, PdfDict, PdfStream } from '@libpdf/core'
import { resolver } from '../check/inspect.ts'
import { decodeStream } from '../file/objects.ts'
import { type PageGeometry, rectToZone, union, type ZoneBox } from '../geometry.ts'
import { contentTokens, readContent } from './content.ts'

/** Quarter turns clockwise that make a text read from left to right: 0 for an upright one. */
export type Turns = 0 | 1 | 2 | 3

/** A text with the box of every character. */
export interface BoxedText {
  text: string
  /** One for each UTF-16 code unit of `text`, on the turned page; null for a space of a gap or a new line. */
  boxes: (ZoneBox | null)[]
  /** One for each code unit: the place of its character in the drawing order; null as in `boxes`. */
  characters: (number | null)[]
}

/** The text of a page: its lines in the order in which they are drawn. */
export interface PageText extends BoxedText {
  page: PageGeometry
  turns: Turns
}

/** A character and its box, in points as displayed. */
export interface Character {
  char: string
  box: ZoneBox
  /** In the drawing order. */
  place: number
  /** Whether its top is above its baseline in user space; of sideways text, whether that reads upwards. */
  ascends: boolean
}

/** A gap of more than this part of the text's height separates words. */
export const wordGap = 0.2

/**
 * Reads the text of a page; null when its content cannot be read. Writers draw a line of text in one go, so the drawing
 * order is the reading order within it, except beside letters that read from right to left. Runs of white space are one
 * space.
 */
export function readPageText(pdf: PDF, page: PageGeometry): PageText | null {
  const characters = readCharacters(pdf, page)
  return characters && assemble(page, characters, 0, false)
}

/**
 * The characters in the order in which they are drawn; null when the content cannot be read.
 * @param content in place of the page's own
 */
export function readCharacters(pdf: PDF, page: PageGeometry, content?: Buffer): Character[] | null {
  try {
    return drawnCharacters(pdf, page, content).map(
      ({ char, baseline, bbox: { x, y, width, height } }, place) => ({
        char,
        box: rectToZone(page, [x, y, x + width, y + height]),
        place,
        ascends: baseline - y < height / 2,
      }),
    )
  } catch {
    return null
  }
}

/** The text that an appearance draws; null when it cannot be read. */
export function readDrawnText(pdf: PDF, appearance: PdfStream): string | null {
  const page = pdf.getPage(0)
  if (!page) return null
  try {
    const dict = new PdfDict(page.dict)
    const resources = appearance.get('Resources', resolver(pdf))
    if (resources) dict.set('Resources', resources)
    return extractCharacters(page, dict, Buffer.from(decodeStream(appearance)))
      .map(({ char }) => char)
      .join('')
  } catch {
    return null
  }
}

/** What a content draws with the resources of a page, in its user space. @throws Error where it cannot be read */
export function drawnCharacters(pdf: PDF, { number }: PageGeometry, content?: Buffer) {
  const page = pdf.getPage(number - 1)
  if (!page) return []
  return extractCharacters(page, new PdfDict(page.dict), content ?? readContent(pdf, page.dict))
}

/** @param dict a copy of the page's dictionary, with the resources of the content */
function extractCharacters(page: PDFPage, dict: PdfDict, content: Buffer) {
  // @libpdf/core would read a delimiter that belongs to no value again and again.
  const tokens = [...contentTokens(content)].join('')
  dict.set('Contents', PdfStream.fromDict({}, Buffer.from(tokens, 'latin1')))
  const copy: PDFPage = Object.create(page, { dict: { value: dict } })
  return (
    copy
      .extractText()
      .lines.flatMap(({ spans }) => spans.flatMap(({ chars }) => chars))
      // The library puts spaces between, at half numbers; they are wrong where a sideways text crosses a line.
      .filter(({ sequenceIndex }) => Number.isInteger(sequenceIndex))
      .sort((a, b) => a.sequenceIndex! - b.sequenceIndex!)
  )
}

/** The characters on the page after quarter turns clockwise. */
export function turnCharacters(
  characters: readonly Character[],
  page: PageGeometry,
  turns: Turns,
): Character[] {
  return characters.map((character) => ({ ...character, box: turnBox(character.box, page, turns) }))
}

/**
 * The text of characters, in their order.
 * @param turned on the page after these turns
 * @param joinsBrokenWords whether words that were broken at the end of a line are whole
 */
export function assemble(
  page: PageGeometry,
  turned: readonly Character[],
  turns: Turns,
  joinsBrokenWords: boolean,
): PageText {
  const joins = joinsBrokenWords && drawsSpacesAtLineEnds(turned)
  const builder = new TextBuilder()
  let previous: Character | null = null
  /** Where the line, or the cell of a table, begins in the text. */
  let lineStart = 0
  for (const character of turned) {
    const { char, box, place } = character
    if (previous && isApart(previous, character)) {
      // A word that fills a line from its start was broken, as there was no space to break the line at.
      const isBroken = joins && isWrapped(previous.box, box) && !builder.text.slice(lineStart).includes(' ')
      if (!isBroken) builder.append(' ', null, null)
      if (isNewSegment(previous.box, box)) lineStart = builder.text.length
    }
    builder.append(char, box, place)
    previous = character
  }
  const { text, boxes, characters } = builder
  return { page, turns, text, boxes, characters }
}

/** The place in the drawing order of the first character that is drawn. */
export function firstPlace({ characters }: Pick<BoxedText, 'characters'>): number {
  return characters.reduce<number>((first, place) => Math.min(first, place ?? first), Infinity)
}

/** Builds a text of which runs of white space are one space. */
export class TextBuilder implements BoxedText {
  text = ''
  boxes: (ZoneBox | null)[] = []
  characters: (number | null)[] = []

  copy(): TextBuilder {
    const { text, boxes, characters } = this
    return Object.assign(new TextBuilder(), { text, boxes: [...boxes], characters: [...characters] })
  }

  append(char: string, box: ZoneBox | null, place: number | null): void {
    const part = /^\s+$/u.test(char) ? ' ' : char
    if (part === ' ' && (this.text === '' || this.text.endsWith(' '))) return
    this.text += part
    for (let unit = 0; unit < part.length; unit++) {
      this.boxes.push(box)
      this.characters.push(place)
    }
  }
}

/** Whether a line that is broken between words ends with a drawn space: then one without is broken within a word. */
function drawsSpacesAtLineEnds(characters: readonly Character[]): boolean {
  return characters.some(({ char, box }, index) => {
    const next = characters[index + 1]
    return next !== undefined && /^\s+$/u.test(char) && isWrapped(box, next.box)
  })
}

function isApart(before: Character, after: Character): boolean {
  const height = Math.max(before.box.height, after.box.height)
  const gap = after.box.x - (before.box.x + before.box.width)
  // Letters may go backwards in other scripts; in ASCII it is a text of another direction.
  const isAscii = /^[\x20-\x7e]*$/.test(before.char + after.char)
  const maxBackwards = isAscii ? 0.4 * height : height
  return isOnAnotherLine(before.box, after.box) || gap > wordGap * height || gap < -maxBackwards
}

/** Whether `boxAfter` is on another line, or in another cell of a table. */
function isNewSegment(boxBefore: ZoneBox, boxAfter: ZoneBox): boolean {
  return (
    isOnAnotherLine(boxBefore, boxAfter) || boxAfter.x - (boxBefore.x + boxBefore.width) > boxBefore.height
  )
}

/** Whether the text continues at the start of a later line. */
function isWrapped(boxBefore: ZoneBox, boxAfter: ZoneBox): boolean {
  return (
    isOnAnotherLine(boxBefore, boxAfter) &&
    boxAfter.y > boxBefore.y &&
    boxAfter.x + boxAfter.width < boxBefore.x
  )
}

/** @param decisive the height of which of the two counts */
export function isOnAnotherLine(boxBefore: ZoneBox, boxAfter: ZoneBox, decisive = Math.max): boolean {
  const height = decisive(boxBefore.height, boxAfter.height)
  return Math.abs(boxAfter.y + boxAfter.height - boxBefore.y - boxBefore.height) > height / 2
}

/** The boxes, as displayed, of the text from `start` to `end`: one for each line that it is on. */
export function lineBoxes({ page, turns, boxes }: PageText, start: number, end: number): ZoneBox[] {
  const lines: ZoneBox[] = []
  for (const box of boxes.slice(start, end)) {
    if (!box) continue
    const line = lines.at(-1)
    if (line && !isOnAnotherLine(line, box)) lines[lines.length - 1] = union(line, box)
    else lines.push(box)
  }
  const turnedPage = turns % 2 === 0 ? page : { width: page.height, height: page.width }
  return lines.map((line) => turnBox(line, turnedPage, ((4 - turns) % 4) as Turns))
}

/** The box on the page after quarter turns clockwise. */
function turnBox(box: ZoneBox, page: { width: number; height: number }, turns: Turns): ZoneBox {
  const { x, y, width, height } = box
  switch (turns) {
    case 0:
      return box
    case 1:
      return { x: page.height - y - height, y: x, width: height, height: width }
    case 2:
      return { x: page.width - x - width, y: page.height - y - height, width, height }
    case 3:
      return { x: y, y: page.width - x - width, width: height, height: width }
  }
}
