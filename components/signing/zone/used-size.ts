import type { CSSProperties } from 'react'
import { hasLines } from '#lib/pdf/zones'
import { isTyped } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'
import { alignsRight, type PageSize } from './use-zone.ts'
import { hasButtons } from './zone-buttons.tsx'

type Rectangle = Pick<SigningField, 'x' | 'y' | 'width' | 'height'>

/** How far a field may grow on each side, in points. */
interface Room {
  left: number
  right: number
  above: number
  below: number
}

/** Between a used field and its neighbours or the edges of the page, in points: both edges are seen. */
const GAP_POINTS = 4

/**
 * The room of a field up to its neighbours and the edges of the page. It grows to the left or right first: above and
 * below, what is beside the field counts as far as it may then reach, up to half of the page.
 */
export function findRoom(field: SigningField, fields: SigningField[], page: PageSize): Room {
  const others = fields.filter(
    ({ id, document_id, page: number }) =>
      id !== field.id && document_id === field.document_id && number === field.page,
  )
  const rectangles = others.flatMap(listRectangles)
  const sides = findSides(toSpan(field, 'x'), page.width, rectangles.filter(crosses(field, 'y')), 'x')
  const growth = Math.min(sides.before + sides.after, Math.max(0, page.width / 2 - field.width))
  const toLeft = alignsRight(field, page) ? Math.min(growth, sides.before) : Math.max(0, growth - sides.after)
  const wide = { ...field, x: field.x - toLeft, width: field.width + growth }
  const ends = findSides(toSpan(field, 'y'), page.height, rectangles.filter(crosses(wide, 'x')), 'y')
  return { left: sides.before, right: sides.after, above: ends.before, below: ends.after }
}

type Axis = 'x' | 'y'

interface Span {
  start: number
  end: number
}

const toSpan = (rectangle: Rectangle, axis: Axis): Span => {
  const start = rectangle[axis]
  return { start, end: start + (axis === 'x' ? rectangle.width : rectangle.height) }
}

/** Where a field is touched: for buttons of an imported form their places, as other fields may be between them. */
function listRectangles(field: SigningField): Rectangle[] {
  const { x, y, page, layout } = field
  const places = (layout.widgets ?? [])
    .filter((place) => place.page === page)
    .map(({ dx, dy, width, height }) => ({ x: x + dx, y: y + dy, width, height }))
  return hasButtons(field) ? places : [field, ...places]
}

const crosses = (rectangle: Rectangle, axis: Axis) => {
  const { start, end } = toSpan(rectangle, axis)
  return (other: Rectangle) => {
    const span = toSpan(other, axis)
    return span.start < end && span.end > start
  }
}

/** The room before and after a span of the page, up to the nearest of these rectangles. */
function findSides({ start, end }: Span, length: number, rectangles: Rectangle[], axis: Axis) {
  let before = start - GAP_POINTS
  let after = length - end - GAP_POINTS
  for (const rectangle of rectangles) {
    const span = toSpan(rectangle, axis)
    const isBefore = span.start + span.end < start + end
    if (isBefore) before = Math.min(before, start - span.end - GAP_POINTS)
    else after = Math.min(after, span.start - end - GAP_POINTS)
  }
  return { before: Math.max(0, before), after: Math.max(0, after) }
}

/** Whether the control of a field is larger while it is used. */
export const growsWhileUsed = (field: SigningField) =>
  isTyped(field) && field.type !== 'checkbox' && !hasButtons(field)

/** A line that can be read and corrected, and a touch target where there is room; several lines of text. */
const heights = { line: ['1.5rem', '2.75rem'], lines: ['3rem', '5.5rem'] } as const
const width = ['6rem', 'min(15rem, 50cqw)'] as const

/**
 * The size and place of a used field, as custom properties: large enough for reading and fingers, without covering its
 * neighbours where that is possible. Lines grow upwards first, so that the field below stays in view.
 */
export function getUsedStyle(field: SigningField, fields: SigningField[], page: PageSize): CSSProperties {
  const isTurned = (field.layout.rotation ?? 0) % 180 !== 0
  // Turned content is used upright, in a box of its own.
  const room = isTurned
    ? { left: page.width, right: page.width, above: page.height, below: page.height }
    : findRoom(field, fields, page)
  const lines = hasLines(field)
  const vertical = grow(room.above, room.below, heights[lines ? 'lines' : 'line'], lines ? 1 : 0.5, page)
  const horizontal = grow(room.left, room.right, width, alignsRight(field, page) ? 1 : 0, page)
  return {
    '--used-height': vertical.size,
    '--used-top': vertical.start,
    '--used-width': horizontal.size,
    '--used-left': horizontal.start,
    '--used-right': 'calc(100% - var(--used-left) - var(--used-width))',
  } as CSSProperties
}

/**
 * The size of a field along one axis, and where it starts; in both, 100 % is the field's printed size.
 * @param share how much of the growth is before the field, from 0 to 1, where there is room for it
 */
function grow(
  before: number,
  after: number,
  [least, most]: readonly [string, string],
  share: number,
  page: PageSize,
) {
  const length = (points: number) => `100cqw * ${points / page.width}`
  const size = `max(100%, ${least}, min(${most}, 100% + ${length(before + after)}))`
  const growth = `(${size} - 100%)`
  const start = `calc(-1 * clamp(${growth} - ${length(after)}, ${growth} * ${share}, ${length(before)}))`
  return { size, start }
}
