import type { PageSize } from '#components/zones/model/zone-model.ts'
import type { ZoneBox } from '#lib/pdf/geometry'

/** An alignment guide: a vertical line `at` points from the left (`x`), or a horizontal one from the top (`y`). */
export interface Guide {
  axis: 'x' | 'y'
  at: number
}

/** The page margins that zones snap to, in points: half an inch and an inch. */
const MARGINS = [36, 72]

/** The start, the middle and the end of a box on one axis. */
const lines = (start: number, size: number) => [start, start + size / 2, start + size]

/** The margins of a page and its centre. */
const pageLines = (size: number) => [size / 2, ...MARGINS.flatMap((margin) => [margin, size - margin])]

function nearest(
  ownLines: number[],
  otherLines: number[],
  maxDistance: number,
): { shift: number; at: number } | null {
  let closest: { shift: number; at: number } | null = null
  for (const line of ownLines)
    for (const offset of otherLines) {
      const shift = offset - line
      if (Math.abs(shift) <= maxDistance && (!closest || Math.abs(shift) < Math.abs(closest.shift)))
        closest = { shift, at: offset }
    }
  return closest
}

/**
 * Snaps a box to the edges and centres of its neighbours, and to the margins and the centre of the page, within
 * `maxDistance` points.
 */
export function snap<T extends ZoneBox>(
  box: T,
  neighbours: ZoneBox[],
  page: PageSize,
  maxDistance: number,
): { box: T; guides: Guide[] } {
  const snapX = nearest(
    lines(box.x, box.width),
    [...neighbours.flatMap((neighbour) => lines(neighbour.x, neighbour.width)), ...pageLines(page.width)],
    maxDistance,
  )
  const snapY = nearest(
    lines(box.y, box.height),
    [...neighbours.flatMap((neighbour) => lines(neighbour.y, neighbour.height)), ...pageLines(page.height)],
    maxDistance,
  )
  const guides: Guide[] = []
  if (snapX) guides.push({ axis: 'x', at: snapX.at })
  if (snapY) guides.push({ axis: 'y', at: snapY.at })
  return { box: { ...box, x: box.x + (snapX?.shift ?? 0), y: box.y + (snapY?.shift ?? 0) }, guides }
}
