import type { ZoneBox } from '#lib/pdf/geometry'

/** An alignment guide at `at` points, across (`x`) or down (`y`) the page. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
}

const lines = (start: number, size: number) => [start, start + size / 2, start + size]

function nearest(
  ownLines: number[],
  otherLines: number[],
  maxDistance: number,
): { shift: number; at: number } | null {
  let closest: { shift: number; at: number } | null = null
  for (const line of ownLines)
    for (const at of otherLines) {
      const shift = at - line
      if (Math.abs(shift) <= maxDistance && (!closest || Math.abs(shift) < Math.abs(closest.shift)))
        closest = { shift, at }
    }
  return closest
}

/** Snaps a box to the edges and centres of its neighbours within `reach` points. */
export function snap<T extends ZoneBox>(
  box: T,
  neighbours: ZoneBox[],
  maxDistance: number,
): { box: T; guides: Guide[] } {
  const snapX = nearest(
    lines(box.x, box.width),
    neighbours.flatMap((neighbour) => lines(neighbour.x, neighbour.width)),
    maxDistance,
  )
  const snapY = nearest(
    lines(box.y, box.height),
    neighbours.flatMap((neighbour) => lines(neighbour.y, neighbour.height)),
    maxDistance,
  )
  const guides: Guide[] = []
  if (snapX) guides.push({ axis: 'x', at: snapX.at })
  if (snapY) guides.push({ axis: 'y', at: snapY.at })
  return { box: { ...box, x: box.x + (snapX?.shift ?? 0), y: box.y + (snapY?.shift ?? 0) }, guides }
}
