import type { Change } from '#components/zones/model/history.ts'
import {
  clamp,
  type DraftZone,
  type Edge,
  getBounds,
  getExtent,
  groupByPage,
  keepOnPage,
  type PageSize,
  placeZone,
  resize,
} from '#components/zones/model/zone-model.ts'
import type { ZoneBox } from '#lib/pdf/geometry'

/** The space that is left between a zone and those beside which it is put, in points. */
export const GAP = 4
/** Zones that share an edge may overlap by this much, in points: positions are rounded. */
export const EDGE_TOLERANCE = 0.5

/** Gives the size of a zone's page. */
export type GetPageSize = (zone: DraftZone) => PageSize

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Changes of zones that keep them on their pages, with what becomes of their further places; null when there are none,
 * or a page does not exist. A change of something else than the place leaves the place exactly as it is.
 */
export function fitToPages(
  changes: Change[],
  zones: DraftZone[],
  getPageSize: (zone: DraftZone) => PageSize | undefined,
): Change[] | null {
  const fitted = changes.map((change) => {
    if (!(['x', 'y', 'width', 'height', 'page'] as const).some((member) => member in change)) return change
    const zone = zones.find(({ key }) => key === change.key)!
    const size = getPageSize({ ...zone, ...change })
    if (!size) return null
    const { x, y, width, height, layout } = placeZone(zone, change, size)
    return { ...change, x, y, width, height, ...(layout.widgets && { layout }) }
  })
  return fitted.length > 0 && fitted.every((change) => change !== null) ? fitted : null
}

/** Moves zones together, as far as all of them stay on their pages. */
export function moveAll(zones: DraftZone[], dx: number, dy: number, getPageSize: GetPageSize): DraftZone[] {
  const extents = zones.map((zone) => ({ ...getExtent(zone), page: getPageSize(zone) }))
  const roomLeft = Math.min(...extents.map(({ x }) => x))
  const roomAbove = Math.min(...extents.map(({ y }) => y))
  const roomRight = Math.min(...extents.map(({ x, width, page }) => page.width - x - width))
  const roomBelow = Math.min(...extents.map(({ y, height, page }) => page.height - y - height))
  const [shiftX, shiftY] = [clamp(dx, -roomLeft, roomRight), clamp(dy, -roomAbove, roomBelow)]
  return zones.map((zone) => placeZone(zone, { x: zone.x + shiftX, y: zone.y + shiftY }, getPageSize(zone)))
}

/** Moves the same edge of every zone. */
export function resizeAll(zones: DraftZone[], edge: Edge, dx: number, dy: number, getPageSize: GetPageSize) {
  return zones.map((zone) => resize(zone, edge, dx, dy, getPageSize(zone)))
}

/** Moves zones by `pages` pages; null when there is no such page for one of them. */
export function moveByPages(
  zones: DraftZone[],
  pages: number,
  getPageSize: (zone: DraftZone) => PageSize | undefined,
): DraftZone[] | null {
  const sizes = zones.map((zone) => getPageSize({ ...zone, page: zone.page + pages }))
  if (zones.length === 0 || sizes.includes(undefined)) return null
  return zones.map((zone, index) => placeZone(zone, { page: zone.page + pages }, sizes[index]!))
}

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'

const positions: Record<Alignment, (zone: ZoneBox, bounds: ZoneBox) => Partial<ZoneBox>> = {
  left: (_, { x }) => ({ x }),
  centre: (zone, { x, width }) => ({ x: x + (width - zone.width) / 2 }),
  right: (zone, { x, width }) => ({ x: x + width - zone.width }),
  top: (_, { y }) => ({ y }),
  middle: (zone, { y, height }) => ({ y: y + (height - zone.height) / 2 }),
  bottom: (zone, { y, height }) => ({ y: y + height - zone.height }),
}

const alignsAcross: Alignment[] = ['left', 'centre', 'right']

/** The axis along which aligned zones stay apart. */
export const getAxis = (alignment: Alignment) => (alignsAcross.includes(alignment) ? 'y' : 'x')

/** Aligns zones to the box around them, on each page by itself; those that would cover each other are put in a row. */
export function align(zones: DraftZone[], alignment: Alignment): DraftZone[] {
  return onEachPage(zones, (group) => {
    const bounds = getBounds(group)
    const [start, size] = getAxis(alignment) === 'x' ? (['x', 'width'] as const) : (['y', 'height'] as const)
    const inReadingOrder = group.toSorted((a, b) => a[start] - b[start] || a.y - b.y || a.x - b.x)
    let freeFrom = Number.NEGATIVE_INFINITY
    const aligned = new Map<string, DraftZone>()
    for (const zone of inReadingOrder) {
      const position = zone[start] < freeFrom - EDGE_TOLERANCE ? freeFrom + GAP : zone[start]
      freeFrom = position + zone[size]
      aligned.set(zone.key, { ...zone, [start]: position, ...positions[alignment](zone, bounds) })
    }
    return group.map(({ key }) => aligned.get(key)!)
  })
}

export type Direction = 'across' | 'down'

/** Makes the spaces between the zones of a page equal; the outer two stay in place. */
export function distribute(zones: DraftZone[], direction: Direction): DraftZone[] {
  const [start, size] = direction === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  return onEachPage(zones, (group) => {
    const ordered = group.toSorted((a, b) => a[start] + a[size] / 2 - b[start] - b[size] / 2)
    const bounds = getBounds(group)
    const space = (bounds[size] - sum(ordered.map((zone) => zone[size]))) / (ordered.length - 1)
    let nextStart = bounds[start]
    return ordered.map((zone) => {
      const movedZone = { ...zone, [start]: nextStart }
      nextStart += zone[size] + space
      return movedZone
    })
  })
}

/** Gives all zones the size of the first. */
export function sameSize(zones: DraftZone[], getPageSize: GetPageSize): DraftZone[] {
  const [first] = zones
  if (!first) return []
  const { width, height } = first
  return zones.map((zone) => keepOnPage({ ...zone, width, height }, getPageSize(zone)))
}

function onEachPage(zones: DraftZone[], arrange: (group: DraftZone[]) => DraftZone[]): DraftZone[] {
  const groups = groupByPage(zones)
  return [...groups.values()].flatMap((group) => (group.length > 1 ? arrange(group) : group))
}
