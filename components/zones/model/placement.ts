import { EDGE_TOLERANCE, GAP, type GetPageSize } from '#components/zones/model/arrange.ts'
import {
  type DraftZone,
  getBounds,
  getExtent,
  groupByPage,
  isSamePage,
  keepOnPage,
  type PageSize,
  placeZone,
} from '#components/zones/model/zone-model.ts'
import type { ZoneBox } from '#lib/pdf/geometry'

/** An action that places zones compares them about this often; then a page counts as full. */
const MAX_COMPARISONS = 30_000_000

export function overlaps(a: ZoneBox, b: ZoneBox): boolean {
  const startsBefore = (start: number, end: number) => start < end - EDGE_TOLERANCE
  return (
    startsBefore(a.x, b.x + b.width) &&
    startsBefore(b.x, a.x + a.width) &&
    startsBefore(a.y, b.y + b.height) &&
    startsBefore(b.y, a.y + a.height)
  )
}

/** The zones that cover another, or are covered. */
export function findOverlappingZones(zones: DraftZone[]): DraftZone[] {
  return zones.filter((zone) =>
    zones.some((other) => other !== zone && isSamePage(zone, other) && overlaps(zone, other)),
  )
}

/**
 * The free position on the page that is nearest to `box`, on one axis if given; null when there is none, or none is
 * found with `maxComparisons`.
 */
export function freePosition(
  box: ZoneBox,
  occupied: ZoneBox[],
  page: PageSize,
  axis?: 'x' | 'y',
  maxComparisons = MAX_COMPARISONS,
): { x: number; y: number } | null {
  function isFree(x: number, y: number) {
    const moved = { ...box, x, y }
    return !occupied.some((other) => overlaps(moved, other))
  }
  if (isFree(box.x, box.y)) return box
  /** The positions on one axis that leave the gap to another zone, near ones first. */
  function listPositions(start: 'x' | 'y', size: 'width' | 'height') {
    const beside = occupied.flatMap((other) => [
      other[start] + other[size] + GAP,
      other[start] - box[size] - GAP,
    ])
    return [...new Set([box[start], ...(axis && axis !== start ? [] : beside)])]
      .filter((position) => position >= 0 && position + box[size] <= page[size])
      .toSorted((a, b) => Math.abs(a - box[start]) - Math.abs(b - box[start]))
  }
  const [positionsX, positionsY] = [listPositions('x', 'width'), listPositions('y', 'height')]
  let tries = maxComparisons / occupied.length
  let nearest: { x: number; y: number } | null = null
  let nearestDistance = Number.POSITIVE_INFINITY
  for (const x of positionsX)
    for (const y of positionsY) {
      const distance = Math.hypot(x - box.x, y - box.y)
      if (distance >= nearestDistance) break
      if (tries-- <= 0) return nearest
      if (isFree(x, y)) [nearest, nearestDistance] = [{ x, y }, distance]
    }
  return nearest
}

/**
 * Moves zones of one page together to where they cover no other, nor do their further places if there is room for all of
 * them; on a full page they stay.
 * @param groups how many groups the action places
 */
export function avoidOverlap(
  zones: DraftZone[],
  others: DraftZone[],
  page: PageSize,
  groups = 1,
): DraftZone[] {
  const [first] = zones
  if (!first) return []
  const taken = others.filter((other) => isSamePage(other, first))
  if (!zones.some((zone) => taken.some((other) => overlaps(zone, other)))) return zones
  for (const bounds of [getBounds(zones.map(getExtent)), getBounds(zones)]) {
    const free = freePosition(bounds, taken, page, undefined, MAX_COMPARISONS / groups)
    if (free)
      return zones.map((zone) =>
        placeZone(zone, { x: zone.x + free.x - bounds.x, y: zone.y + free.y - bounds.y }, page),
      )
  }
  return zones
}

/**
 * Moves each zone that covers another to the nearest free position, along `axis` where it has one.
 * @param groups how many groups the action places
 */
export function separate(
  zones: DraftZone[],
  existing: DraftZone[],
  getPageSize: GetPageSize,
  axis?: 'x' | 'y',
  groups = 1,
): DraftZone[] {
  const placed = new Map([...existing, ...zones].map((zone) => [zone.key, zone]))
  const maxComparisons = MAX_COMPARISONS / groups / zones.length
  for (const zone of zones) {
    const page = getPageSize(zone)
    const onPage = keepOnPage(zone, page)
    const taken = [...placed.values()].filter((other) => other.key !== zone.key && isSamePage(other, zone))
    const free =
      (axis && freePosition(onPage, taken, page, axis, maxComparisons)) ??
      freePosition(onPage, taken, page, undefined, maxComparisons) ??
      onPage
    placed.set(zone.key, keepOnPage({ ...onPage, x: free.x, y: free.y }, page))
  }
  return zones.map(({ key }) => placed.get(key)!)
}

/** Places moved zones where they cover no other: those of a page together, or each by itself where all have no room. */
export function placeMoved(moved: DraftZone[], existing: DraftZone[], getPageSize: GetPageSize): DraftZone[] {
  const movedKeys = new Set(moved.map(({ key }) => key))
  const others = existing.filter(({ key }) => !movedKeys.has(key))
  const groups = groupByPage(moved)
  return [...groups.values()].flatMap((group) => {
    const placed = avoidOverlap(group, others, getPageSize(group[0]!), groups.size)
    const hasRoom = !placed.some((zone) =>
      others.some((other) => isSamePage(zone, other) && overlaps(zone, other)),
    )
    return hasRoom ? placed : separate(placed, existing, getPageSize, undefined, groups.size)
  })
}
