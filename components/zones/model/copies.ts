import { avoidOverlap, isSamePage, overlaps } from '#components/zones/model/placement.ts'
import {
  type DraftZone,
  type EditorSigner,
  type PageSize,
  placeZone,
} from '#components/zones/model/zone-model.ts'

/** A page of a document in the editor. */
export interface PagePlace {
  documentId: number
  page: number
  size: PageSize
}

/**
 * Copies zones to the page of `place`, at the same position or, where other zones are, beside them. Zones of signers
 * who are not in this editor go to `signerId`.
 */
export function pasteZones(
  copied: DraftZone[],
  place: PagePlace,
  existingZones: DraftZone[],
  signers: EditorSigner[],
  signerId: number,
  newKey: () => string,
): DraftZone[] {
  const signerIds = new Set(signers.map(({ id }) => id))
  const { documentId, page, size } = place
  const zones = copied.map((zone) => ({
    ...placeZone(makeCopy(zone, newKey()), { page }, size),
    documentId,
    signerId: signerIds.has(zone.signerId) ? zone.signerId : signerId,
  }))
  return avoidOverlap(zones, existingZones, size)
}

/** Copies zones to free positions beside them, each on its own page. */
export function duplicateZones(
  zones: DraftZone[],
  existingZones: DraftZone[],
  getPageSize: (zone: DraftZone) => PageSize,
  newKey: () => string,
): DraftZone[] {
  const groups = Map.groupBy(zones, ({ documentId, page }) => `${documentId} ${page}`)
  return [...groups.values()].flatMap((group) => {
    const copies = group.map((zone) => makeCopy(zone, newKey()))
    return avoidOverlap(copies, existingZones, getPageSize(group[0]!))
  })
}

/**
 * Copies every zone to each other page, at the same position or beside other zones; leaves out pages that have an equal
 * zone or no room.
 */
export function copyToPages(
  zones: DraftZone[],
  pages: { number: number; width: number; height: number }[],
  existingZones: DraftZone[],
  newKey: () => string,
): DraftZone[] {
  return pages.flatMap((size) => {
    const copies = zones
      .filter(({ page }) => page !== size.number)
      .map((zone) => placeZone(makeCopy(zone, newKey()), { page: size.number }, size))
      .filter((copy) => !existingZones.some((other) => isEqual(other, copy)))
    return avoidOverlap(copies, existingZones, size).filter(
      (copy) => !existingZones.some((other) => isSamePage(copy, other) && overlaps(copy, other)),
    )
  })
}

/**
 * A copy of a zone, which replaces no form field of the file, with the further places on its page: those on others would
 * cover those of the original. A radio field without buttons for all of its options there lists its options.
 */
function makeCopy(zone: DraftZone, key: string): DraftZone {
  const { widgets = [], ...layout } = zone.layout
  const kept = widgets.filter(({ page }) => page === zone.page)
  const isWhole =
    zone.type !== 'radio' || zone.options.every((text) => kept.some(({ option }) => option === text))
  return {
    ...zone,
    key,
    imported: false,
    layout: kept.length > 0 && isWhole ? { ...layout, widgets: kept } : layout,
  }
}

function isEqual(a: DraftZone, b: DraftZone): boolean {
  const members = ['documentId', 'page', 'signerId', 'type', 'x', 'y', 'width', 'height'] as const
  return members.every((member) => a[member] === b[member])
}
