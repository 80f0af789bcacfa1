import { overlaps } from '#components/zones/model/placement.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import type { ZoneBox } from '#lib/pdf/geometry'

/** The selection after a shift-click. */
export function toggled(selection: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selection)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The box between two points, in any order. */
export function boxBetween(a: { x: number; y: number }, b: { x: number; y: number }): ZoneBox {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
}

/** The keys of the zones of a page, or of those that `marquee` touches. */
export function listKeysOnPage(
  zones: DraftZone[],
  { documentId, page }: { documentId: number; page: number },
  marquee?: ZoneBox,
): string[] {
  return zones
    .filter((zone) => zone.documentId === documentId && zone.page === page)
    .filter((zone) => !marquee || overlaps(marquee, zone))
    .map(({ key }) => key)
}
