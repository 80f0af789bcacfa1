import { cleanText } from '#lib/core/text/clean'
import { type ErrorText, errorText } from '#lib/messages/errors'
import {
  type Direction,
  findLogicalOrders,
  hasRightToLeftLetters,
  hasTooManyOrders,
  type LogicalOrder,
} from '../text/logical-order.ts'
import { type BoxedText, TextBuilder } from './page-text.ts'
import {
  appendInOrder,
  displayedOrder,
  readCluster,
  type Segment,
  type SegmentPart,
  sliceSegment,
} from './segments.ts'
import { parseTag } from './text-tags.ts'

/** Lines of a tag, and orders that it may have, that are considered. */
const maxLines = 8
const maxReadings = 64

/**
 * What words before a text may do to it: letters decide on its numbers (UAX #9, W2 and W7), letters or brackets on its
 * brackets (N0).
 */
const lettersBefore = ['', 'a', '\u05d0', '\u0627', '(a)', '(\u05d0)', '(\u0627)']

/** What the lines of a page have of text tags. */
interface FoundTags {
  /** The tags in logical order. */
  tags: BoxedText[]
  problems: { text: string; reason: ErrorText }[]
  /** The segments whose braces are all found here. */
  segments: Set<Segment>
}

/** Two braces of one kind; whether they open or close the tag depends on the direction of the line. */
interface Braces {
  segment: Segment
  /** The position of the first of both. */
  start: number
  sign: string
}

/** The places where a tag may be: from the braces at its logical start to those at its end. */
interface Candidate {
  direction: Direction
  start: Braces
  parts: SegmentPart[]
  end: Braces
}

interface Reading {
  text: BoxedText
  parsed: ReturnType<typeof parseTag>
}

/**
 * The text tags of the segments of a page in logical order. Two braces and the next two enclose a tag whatever the
 * direction is; its content is read in both directions. Where more than one order gives a tag, none is guessed. A tag
 * over several lines is found here only where one of these has letters that read from right to left.
 */
export function findTagsInOrder(segments: readonly Segment[]): FoundTags {
  const found: FoundTags = { tags: [], problems: [], segments: new Set() }
  const visited = new Set<Segment>()
  for (const segment of segments) {
    const braces = findBraces(segment)
    if (braces.length === 0 || visited.has(segment)) continue
    const isWhole = braces.length % 2 === 0
    const lines = isWhole ? [segment] : findLines(segment, segments)
    for (const line of lines) visited.add(line)
    if (!isWhole && !lines.some(({ hasRightToLeft }) => hasRightToLeft)) continue
    for (const line of lines) found.segments.add(line)
    const last = findBraces(lines.at(-1)!)
    if (isWhole)
      for (let index = 0; index < braces.length; index += 2)
        readTag(withinLine(braces[index]!, braces[index + 1]!), segment, found)
    else readTag(lines.length > 1 ? overLines(lines, braces[0]!, last[0]!) : [], segment, found)
  }
  return found
}

function findBraces(segment: Segment): Braces[] {
  return [...segment.displayed.matchAll(/\{\{|\}\}/g)].map(({ index, 0: sign }) => ({
    segment,
    start: index,
    sign,
  }))
}

/** The lines of a tag that begins on one line and ends on another; only the first where it is not clear which. */
function findLines(first: Segment, segments: readonly Segment[]): Segment[] {
  const lines = [first]
  while (lines.length < maxLines && findBraces(first).length === 1) {
    const next = findLineBelow(lines.at(-1)!, segments)
    if (!next) break
    lines.push(next)
    const { length } = findBraces(next)
    if (length === 1) return lines
    if (length > 1) break
  }
  return [first]
}

/** The only segment on the next line that has a part below this one. */
function findLineBelow({ box }: Segment, segments: readonly Segment[]): Segment | null {
  const below = segments.filter(
    ({ box: { x, y, width, height } }) =>
      y + height > box.y + box.height + height / 2 &&
      y < box.y + 2 * box.height &&
      x < box.x + box.width &&
      x + width > box.x,
  )
  const [next, second] = below.sort((a, b) => a.box.y - b.box.y)
  return next && (!second || second.box.y > next.box.y + next.box.height / 2) ? next : null
}

/** Braces with the signs that are meant face outwards where these are written from right to left. */
function withinLine(left: Braces, right: Braces): Candidate[] {
  if (left.sign === right.sign) return []
  const parts = [sliceSegment(left.segment, left.start + 2, right.start)]
  const ltr: Candidate = { direction: 'ltr', start: left, parts, end: right }
  const rtl: Candidate = { direction: 'rtl', start: right, parts, end: left }
  if (left.sign === '}}') return [rtl]
  return left.segment.hasRightToLeft ? [ltr, rtl] : [ltr]
}

/** A tag that goes on from the end of a line at the start of the next, which are where the direction says. */
function overLines(lines: readonly Segment[], start: Braces, end: Braces): Candidate[] {
  if (start.sign === end.sign) return []
  const between = lines.slice(1, -1).map((line) => sliceSegment(line, 0))
  const before = ({ segment, start }: Braces) => sliceSegment(segment, 0, start)
  const after = ({ segment, start }: Braces) => sliceSegment(segment, start + 2)
  const ltr: Candidate = { direction: 'ltr', start, parts: [after(start), ...between, before(end)], end }
  const rtl: Candidate = { direction: 'rtl', start, parts: [before(start), ...between, after(end)], end }
  return start.sign === '}}' ? [rtl] : [ltr, rtl]
}

/** Adds the tag that the candidates are, or why there is none. */
function readTag(candidates: readonly Candidate[], line: Segment, found: FoundTags): void {
  if (candidates.length > 0 && candidates.every(({ parts }) => parts.every(isEmpty))) return
  const readings = candidates.flatMap(listReadings)
  const understood = readings.filter(({ parsed }) => !('key' in parsed))
  const meanings = new Map(understood.map((reading) => [JSON.stringify(reading.parsed), reading.text]))
  const [text] = meanings.values()
  if (text && meanings.size === 1 && readings.length < maxReadings) {
    found.tags.push(text)
    return
  }
  // A word that reads from right to left may be no key of the tag in one direction, but a name in the other.
  const faulty =
    readings.find(({ parsed }) => !hasRightToLeftLetters(JSON.stringify(parsed))) ?? readings.at(0)
  const reason =
    !text && faulty && 'key' in faulty.parsed ? faulty.parsed : errorText('import.tagOrderUnclear')
  const quoted = text ?? faulty?.text
  found.problems.push({ text: quoted?.text ?? line.clusters.map(readCluster).join(''), reason })
}

function isEmpty({ clusters }: SegmentPart): boolean {
  return clusters.length === 0
}

/** What a candidate may mean, in every order that is displayed so. */
function listReadings({ direction, start, parts, end }: Candidate): Reading[] {
  let texts = [withBraces(new TextBuilder(), '{', start)]
  for (const [index, part] of parts.entries()) {
    // A word may be broken at the end of a line where no space is drawn.
    const separators = index === 0 ? [''] : part.isSpaced || parts[index - 1]!.isSpaced ? [' '] : ['', ' ']
    const orders = listOrders(part, direction, start, end, [index === 0, index === parts.length - 1])
    const extend = (text: TextBuilder, separator: string, order: (typeof orders)[number]) => {
      const extended = text.copy()
      if (separator) extended.append(separator, null, null)
      if (order) appendInOrder(extended, part, order)
      return extended
    }
    texts = texts
      .flatMap((text) =>
        separators.flatMap((separator) => orders.map((order) => extend(text, separator, order))),
      )
      .slice(0, maxReadings)
  }
  return texts.flatMap((text) => {
    const content = text.text.slice(2)
    if (!/^[^{}]{1,1000}$/.test(content)) return []
    return [{ text: withBraces(text, '}', end), parsed: parseTag(cleanText(content)) }]
  })
}

/** The orders of a part of a tag; null for an empty one. */
function listOrders(
  part: SegmentPart,
  direction: Direction,
  start: Braces,
  end: Braces,
  [isFirst, isLast]: [boolean, boolean],
): (LogicalOrder | null)[] {
  if (isEmpty(part)) return [null]
  const isPlain = !start.segment.hasRightToLeft && !end.segment.hasRightToLeft
  if (direction === 'ltr' && isPlain) return [displayedOrder(part)]
  if (hasTooManyOrders(part.displayed)) return []
  const surroundings = lettersBefore.map(
    (letters) => [isFirst ? `${letters}{{` : letters, isLast ? '}}' : ''] as const,
  )
  return findLogicalOrders(part.displayed, direction, surroundings)
}

function withBraces(text: TextBuilder, sign: string, { segment, start }: Braces): TextBuilder {
  for (const { characters } of segment.clusters.slice(start, start + 2))
    for (const { box, place } of characters) text.append(sign, box, place)
  return text
}
