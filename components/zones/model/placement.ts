import { EDGE_TOLERANCE, GAP, type GetPageSize } from '#components/zones/model/arrange.ts'
import {
  type DraftZone,
  getBounds,
  getExtent,
  keepOnPage,
  type PageSize,
  placeZone,
} from '#components/zones/model/zone-model.ts'
import type { ZoneBox } from '#lib/pdf/geometry'

/** With more positions to try, a page counts as full. */
const MAX_TRIES = 20_000

export function overlaps(a: ZoneBox, b: ZoneBox): boolean {
  const startsBefore = (start: number, end: number) => start < end - EDGE_TOLERANCE
  return (
    startsBefore(a.x, b.x + b.width) &&
    startsBefore(b.x, a.x + a.width) &&
    startsBefore(a.y, b.y + b.height) &&
    startsBefore(b.y, a.y + a.height)
  )
}

export const isSamePage = (a: DraftZone, b: DraftZone) => a.documentId === b.documentId && a.page === b.page

/** The zones that cover another, or are covered. */
export function findOverlappingZones(zones: DraftZone[]): DraftZone[] {
  return zones.filter((zone) =>
    zones.some((other) => other !== zone && isSamePage(zone, other) && overlaps(zone, other)),
  )
}

/** The free position on the page that is nearest to `box`, on one axis if given; null when there is none. */
export function freePosition(
  box: ZoneBox,
  occupied: ZoneBox[],
  page: PageSize,
  axis?: 'x' | 'y',
): { x: number; y: number } | null {
  const isFree = (x: number, y: number) => !occupied.some((other) => overlaps({ ...box, x, y }, other))
  if (isFree(box.x, box.y)) return box
  const fits = (position: number, size: number, total: number) => position >= 0 && position + size <= total
  const positionsX = [box.x, ...occupied.flatMap(({ x, width }) => [x + width + GAP, x - box.width - GAP])]
  const positionsY = [box.y, ...occupied.flatMap(({ y, height }) => [y + height + GAP, y - box.height - GAP])]
  const candidates = (axis === 'y' ? [box.x] : positionsX)
    .filter((x) => fits(x, box.width, page.width))
    .flatMap((x) =>
      (axis === 'x' ? [box.y] : positionsY)
        .filter((y) => fits(y, box.height, page.height))
        .map((y) => ({ x, y })),
    )
    .toSorted((a, b) => distance(a, box) - distance(b, box))
  return candidates.slice(0, MAX_TRIES).find(({ x, y }) => isFree(x, y)) ?? null
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y)

/**
 * Moves zones of one page together to where they cover no other, nor do their further places if there is room for all of
 * them; on a full page they stay.
 */
export function avoidOverlap(zones: DraftZone[], others: DraftZone[], page: PageSize): DraftZone[] {
  const [first] = zones
  if (!first) return []
  const taken = others.filter((other) => isSamePage(other, first))
  if (!zones.some((zone) => taken.some((other) => overlaps(zone, other)))) return zones
  for (const bounds of [getBounds(zones.map(getExtent)), getBounds(zones)]) {
    const free = freePosition(bounds, taken, page)
    if (free)
      return zones.map((zone) =>
        placeZone(zone, { x: zone.x + free.x - bounds.x, y: zone.y + free.y - bounds.y }, page),
      )
  }
  return zones
}

/** Moves each zone that covers another to the nearest free position, along `axis` where it has one. */
export function separate(
  zones: DraftZone[],
  existing: DraftZone[],
  getPageSize: GetPageSize,
  axis?: 'x' | 'y',
): DraftZone[] {
  const placed = new Map([...existing, ...zones].map((zone) => [zone.key, zone]))
  for (const zone of zones) {
    const page = getPageSize(zone)
    const onPage = keepOnPage(zone, page)
    const taken = [...placed.values()].filter((other) => other.key !== zone.key && isSamePage(other, zone))
    const free =
      (axis && freePosition(onPage, taken, page, axis)) ?? freePosition(onPage, taken, page) ?? onPage
    placed.set(zone.key, keepOnPage({ ...onPage, x: free.x, y: free.y }, page))
  }
  return zones.map(({ key }) => placed.get(key)!)
}

/** Places moved zones where they cover no other: those of a page together, or each by itself where all have no room. */
export function placeMoved(moved: DraftZone[], existing: DraftZone[], getPageSize: GetPageSize): DraftZone[] {
  const movedKeys = new Set(moved.map(({ key }) => key))
  const others = existing.filter(({ key }) => !movedKeys.has(key))
  const groups = Map.groupBy(moved, ({ documentId, page }) => `${documentId} ${page}`)
  return [...groups.values()].flatMap((group) => {
    const placed = avoidOverlap(group, others, getPageSize(group[0]!))
    const hasRoom = !placed.some((zone) =>
      others.some((other) => isSamePage(zone, other) && overlaps(zone, other)),
    )
    return hasRoom ? placed : separate(placed, existing, getPageSize)
  })
}
