import type { ZoneBox } from '#lib/pdf/geometry'

/** An alignment guide at `at` points, across (`x`) or down (`y`) the page. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
}

const lines = (start: number, size: number) => [start, start + size / 2, start + size]

function nearest(own: number[], others: number[], reach: number): { shift: number; at: number } | null {
  let best: { shift: number; at: number } | null = null
  for (const line of own)
    for (const at of others) {
      const shift = at - line
      if (Math.abs(shift) <= reach && (!best || Math.abs(shift) < Math.abs(best.shift))) best = { shift, at }
    }
  return best
}

/** Snaps a box to the edges and centres of its neighbours within `reach` points. */
export function snap<T extends ZoneBox>(
  box: T,
  neighbours: ZoneBox[],
  reach: number,
): { box: T; guides: Guide[] } {
  const across = nearest(
    lines(box.x, box.width),
    neighbours.flatMap((other) => lines(other.x, other.width)),
    reach,
  )
  const down = nearest(
    lines(box.y, box.height),
    neighbours.flatMap((other) => lines(other.y, other.height)),
    reach,
  )
  const guides: Guide[] = []
  if (across) guides.push({ axis: 'x', at: across.at })
  if (down) guides.push({ axis: 'y', at: down.at })
  return { box: { ...box, x: box.x + (across?.shift ?? 0), y: box.y + (down?.shift ?? 0) }, guides }
}
