import { boundsOf } from '#components/zones/arrange.ts'
import { type DraftZone, keepOnPage, type PageSize } from '#components/zones/zone-model.ts'
import type { ZoneBox } from '#lib/pdf/geometry'

/** The space that is left between a new zone and those beside it, in points. */
const GAP = 4
/** With more positions to try, a page counts as full. */
const MAX_TRIES = 20_000

export function overlaps(a: ZoneBox, b: ZoneBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** The free position on the page that is nearest to `box`; null when the page has none. */
export function freePosition(
  box: ZoneBox,
  occupied: ZoneBox[],
  page: PageSize,
): { x: number; y: number } | null {
  const isFree = (x: number, y: number) => !occupied.some((other) => overlaps({ ...box, x, y }, other))
  if (isFree(box.x, box.y)) return box
  const fits = (position: number, size: number, total: number) => position >= 0 && position + size <= total
  const positionsX = [box.x, ...occupied.flatMap(({ x, width }) => [x + width + GAP, x - box.width - GAP])]
  const positionsY = [box.y, ...occupied.flatMap(({ y, height }) => [y + height + GAP, y - box.height - GAP])]
  const candidates = positionsX
    .filter((x) => fits(x, box.width, page.width))
    .flatMap((x) => positionsY.filter((y) => fits(y, box.height, page.height)).map((y) => ({ x, y })))
    .toSorted((a, b) => distance(a, box) - distance(b, box))
  return candidates.slice(0, MAX_TRIES).find(({ x, y }) => isFree(x, y)) ?? null
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y)

/** Moves new zones of one page together to where they cover no other; on a full page they stay. */
export function avoidOverlap(zones: DraftZone[], others: DraftZone[], page: PageSize): DraftZone[] {
  const [first] = zones
  if (!first) return []
  const bounds = boundsOf(zones)
  const occupied = others.filter(
    (other) => other.documentId === first.documentId && other.page === first.page,
  )
  const free = freePosition(bounds, occupied, page)
  if (!free) return zones
  return zones.map((zone) =>
    keepOnPage({ ...zone, x: zone.x + free.x - bounds.x, y: zone.y + free.y - bounds.y }, page),
  )
}
