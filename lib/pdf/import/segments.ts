import { union, type ZoneBox } from '../geometry.ts'
import { hasRightToLeftLetters, type LogicalOrder, mirror, toCodeUnit } from '../text/logical-order.ts'
import { type Character, isOnAnotherLine, type TextBuilder, wordGap } from './page-text.ts'

/** A letter with its marks, or the gap between two words, which has no characters. */
export interface Cluster {
  characters: Character[]
  box: ZoneBox | null
}

/** Clusters that are next to each other. */
interface ClusterRun {
  /** From left to right. */
  clusters: Cluster[]
  /** One code unit for each cluster. */
  displayed: string
}

/** A part of a line without wide gaps, as in one cell of a table. */
export interface Segment extends ClusterRun {
  box: ZoneBox
  hasRightToLeft: boolean
}

/** A part of a segment, without the spaces at its ends. */
export interface SegmentPart extends ClusterRun {
  /** Whether it had spaces there. */
  isSpaced: boolean
}

/** The segments of a page from top to bottom and from left to right, by where the characters are. */
export function readSegments(characters: readonly Character[]): Segment[] {
  const lines: Character[][] = []
  for (const character of characters.toSorted((a, b) => bottom(a.box) - bottom(b.box))) {
    const line = lines.at(-1)
    if (line && !isOnAnotherLine(line[0]!.box, character.box, Math.min)) line.push(character)
    else lines.push([character])
  }
  return lines.flatMap((line) => splitLine(line).map(toSegment))
}

function bottom({ y, height }: ZoneBox): number {
  return y + height
}

function center({ x, width }: ZoneBox): number {
  return x + width / 2
}

/** Splits a line at gaps that are wider than the text is high. */
function splitLine(line: readonly Character[]): Cluster[][] {
  const isMark = ({ char }: Character) => /^\p{M}+$/u.test(char)
  const letters = line
    .filter((character) => !isMark(character))
    .map((character) => ({ characters: [character], box: character.box }))
    .sort((a, b) => center(a.box) - center(b.box))
  const distance = (mark: Character, { box }: { box: ZoneBox }) => Math.abs(center(mark.box) - center(box))
  for (const mark of line.filter(isMark)) {
    const [first, ...others] = letters
    if (!first) return []
    others
      .reduce((best, letter) => (distance(mark, letter) < distance(mark, best) ? letter : best), first)
      .characters.push(mark)
  }
  const parts: Cluster[][] = []
  let right = Number.NEGATIVE_INFINITY
  let previous: ZoneBox | undefined
  for (const letter of letters) {
    const gap = letter.box.x - right
    const height = Math.max(letter.box.height, previous?.height ?? 0)
    if (!previous || gap > height) parts.push([letter])
    else if (gap > wordGap * height) parts.at(-1)!.push({ characters: [], box: null }, letter)
    else parts.at(-1)!.push(letter)
    right = Math.max(right, letter.box.x + letter.box.width)
    previous = letter.box
  }
  return parts
}

function toSegment(clusters: Cluster[]): Segment {
  const displayed = clusters.map(({ characters }) => toCodeUnit(readLetters(characters[0]?.char ?? ' ')))
  return {
    clusters,
    displayed: displayed.join(''),
    box: clusters.flatMap(({ box }) => box ?? []).reduce(union),
    hasRightToLeft: displayed.some(hasRightToLeftLetters),
  }
}

export function sliceSegment({ clusters, displayed }: Segment, start: number, end?: number): SegmentPart {
  const text = displayed.slice(start, end)
  const trimmed = text.trim()
  const first = start + text.indexOf(trimmed)
  return {
    clusters: clusters.slice(first, first + trimmed.length),
    displayed: trimmed,
    isSpaced: trimmed.length < text.length,
  }
}

/** From left to right, as the part is displayed. */
export function displayedOrder({ clusters }: SegmentPart): LogicalOrder {
  return { order: [...clusters.keys()], mirrored: new Set() }
}

/** Appends a part in logical order. */
export function appendInOrder(
  text: TextBuilder,
  { clusters }: SegmentPart,
  { order, mirrored }: LogicalOrder,
): void {
  for (const position of order) {
    const { characters } = clusters[position]!
    if (characters.length === 0) text.append(' ', null, null)
    for (const { char, box, place } of characters)
      text.append(mirrored.has(position) ? mirror(char) : readLetters(char), box, place)
  }
}

export function readCluster({ characters }: Cluster): string {
  return characters.map(({ char }) => readLetters(char)).join('') || ' '
}

/** Letters of Arabic and Hebrew in place of their presentation forms and ligatures. */
function readLetters(char: string): string {
  return /[\ufb1d-\ufdff\ufe70-\ufefc]/u.test(char) ? char.normalize('NFKC').trim() : char
}
