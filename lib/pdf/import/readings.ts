import type { PDF } from '@libpdf/core'
import { cutText } from '#lib/core/text/characters'
import { errorText } from '#lib/messages/errors'
import type { PageGeometry } from '../geometry.ts'
import { type Direction, findLogicalOrders, hasRightToLeftLetters, mirror } from '../text/logical-order.ts'
import { findTagsInOrder } from './bidi-tags.ts'
import type { FileFieldProblem } from './file-field.ts'
import { findHiddenCharacters } from './hidden-text.ts'
import {
  assemble,
  type BoxedText,
  type Character,
  firstPlace,
  isOnAnotherLine,
  type PageText,
  readCharacters,
  TextBuilder,
  type Turns,
  turnCharacters,
} from './page-text.ts'
import {
  appendInOrder,
  displayedOrder,
  readCluster,
  readSegments,
  type Segment,
  sliceSegment,
} from './segments.ts'
import { tagPattern } from './text-tags.ts'

/** The texts of pages that may have tags, and what of their tags cannot be read. */
interface TagTexts {
  texts: PageText[]
  problems: FileFieldProblem[]
}

/**
 * The text of every page, without what its layers hide; empty where the content cannot be read. A page with letters that
 * read from right to left has one for each order that its lines may have (UAX #9).
 * @param wanted the texts that are looked for: a line with none of their characters has one order
 */
export function readPageTexts(
  pdf: PDF,
  pages: readonly PageGeometry[],
  wanted: readonly string[],
): PageText[][] {
  const signs = wanted.join('').replace(/\s/g, '')
  const wantedSigns = new Set([...signs, ...Array.from(signs, mirror)])
  const isWanted = ({ clusters }: Segment) =>
    clusters.some((cluster) => [...readCluster(cluster)].some((sign) => wantedSigns.has(sign)))
  return pages.map((page) => {
    const characters = readVisible(pdf, page)?.visible ?? []
    const text = assemble(page, characters, 0, false)
    if (!characters.some(({ char }) => hasRightToLeftLetters(char))) return [text]
    const along = readAlong(characters, page, 0)
    const segments = readSegments(along).filter((segment) => segment.hasRightToLeft && isWanted(segment))
    const others = assemble(page, withoutSegments(characters, segments), 0, false)
    const texts = (['ltr', 'rtl'] as const).flatMap((direction) => {
      const lines = segments.map((segment) => readLine(segment, direction))
      return [0, 1].map((choice) =>
        insert(
          others,
          lines.map((readings) => readings[choice]!),
        ),
      )
    })
    return [...new Map(texts.map((reading) => [reading.text, reading])).values()]
  })
}

/**
 * The texts that may have tags: each page in every direction in which it has text, as one that reads sideways has a
 * space after each letter in the others. Words that were broken at the end of a line are whole.
 */
export function readTagTexts(pdf: PDF, pages: readonly PageGeometry[]): TagTexts {
  const found: TagTexts = { texts: [], problems: [] }
  for (const page of pages) {
    const characters = readVisible(pdf, page)
    if (!characters) {
      const reason = errorText('import.pageUnreadable', { page: page.number })
      found.problems.push({ source: 'file', page: page.number, text: '', reason })
      continue
    }
    const { visible, hidden, layers } = characters
    for (const turns of [0, 1, 2, 3] as const) {
      if (visible.some(({ char }) => /[{}]/.test(char))) readTurned(page, visible, turns, found)
      if (hidden.length > 0) reportHidden(page, hidden, turns, layers, found)
    }
  }
  return found
}

function readVisible(pdf: PDF, page: PageGeometry) {
  const characters = readCharacters(pdf, page)
  const layers = characters && findHiddenCharacters(pdf, page, characters.length)
  if (!layers) return null
  if (layers.size === 0) return { visible: characters, hidden: [], layers }
  const { visible = [], hidden = [] } = Object.groupBy(characters, ({ place }) =>
    layers.has(place) ? 'hidden' : 'visible',
  )
  return { visible, hidden, layers }
}

function readTurned(page: PageGeometry, characters: readonly Character[], turns: Turns, found: TagTexts) {
  const turned = turnCharacters(characters, page, turns)
  if (!turned.some(({ char }) => hasRightToLeftLetters(char))) {
    found.texts.push(assemble(page, turned, turns, true))
    return
  }
  const along = readAlong(turned, page, turns)
  const { tags, problems, segments } = findTagsInOrder(readSegments(along))
  const others = assemble(page, withoutSegments(along, [...segments]), turns, true)
  const unread = others.text.replace(tagPattern, '').match(/\{\{|\}\}/)
  if (unread) problems.push({ text: unread[0], reason: errorText('import.tagOrderUnclear') })
  found.texts.push(insert(others, tags))
  found.problems.push(
    ...problems.map(({ text, reason }) => ({
      ...{ source: 'tag' as const, page: page.number, text: cutText(text, 200), reason },
    })),
  )
}

function reportHidden(
  page: PageGeometry,
  hidden: readonly Character[],
  turns: Turns,
  layers: ReadonlyMap<number, string>,
  { problems }: TagTexts,
) {
  const { text, characters } = assemble(page, turnCharacters(hidden, page, turns), turns, true)
  for (const { 0: tag, index } of text.matchAll(tagPattern)) {
    const reason = errorText('import.fieldOnHiddenLayer', { layer: layers.get(characters[index]!) ?? '' })
    problems.push({ source: 'tag', page: page.number, text: cutText(tag, 200), reason, warning: true })
  }
}

/**
 * The characters that read along the lines of the turned page: not upside down, and next to one of their line in the
 * drawing order, as those of a sideways text are not.
 */
function readAlong(turned: readonly Character[], { rotation }: PageGeometry, turns: Turns): Character[] {
  const degrees = (rotation + turns * 90) % 360
  return turned.filter(({ box, ascends }, index) => {
    const neighbours = [turned[index - 1], turned[index + 1]]
    const isAlong = neighbours.some((next) => next && !isOnAnotherLine(box, next.box, Math.min))
    return isAlong && ascends === degrees < 180
  })
}

function withoutSegments(characters: readonly Character[], segments: readonly Segment[]): Character[] {
  const places = new Set(
    segments
      .flatMap(({ clusters }) => clusters.flatMap((cluster) => cluster.characters))
      .map(({ place }) => place),
  )
  return characters.filter(({ place }) => !places.has(place))
}

/** A line in the first and the last of the orders that it may have; as it is displayed where none is known. */
function readLine(segment: Segment, direction: Direction): BoxedText[] {
  const part = sliceSegment(segment, 0)
  const orders = findLogicalOrders(part.displayed, direction)
  return [orders.at(0), orders.at(-1)].map((order) => {
    const text = new TextBuilder()
    appendInOrder(text, part, order ?? displayedOrder(part))
    return text
  })
}

/** The text of a page with lines in logical order where these are drawn. */
function insert(page: PageText, lines: readonly BoxedText[]): PageText {
  const text = new TextBuilder()
  let index = 0
  const appendUntil = (place: number) => {
    for (; index < page.text.length && (page.characters[index] ?? 0) <= place; index++)
      text.append(page.text[index]!, page.boxes[index]!, page.characters[index]!)
  }
  const starts = lines.map((line) => ({ line, start: firstPlace(line) }))
  for (const { line, start } of starts.sort((a, b) => a.start - b.start)) {
    appendUntil(start)
    text.append(' ', null, null)
    for (const [unit, char] of line.text.split('').entries())
      text.append(char, line.boxes[unit]!, line.characters[unit]!)
    text.append(' ', null, null)
  }
  appendUntil(Infinity)
  const { boxes, characters } = text
  return { ...page, text: text.text, boxes, characters }
}
