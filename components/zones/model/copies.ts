import { formatContent } from '#components/zones/model/merge.ts'
import { avoidOverlap, overlaps } from '#components/zones/model/placement.ts'
import { withChange } from '#components/zones/model/zone-logic.ts'
import {
  type DraftZone,
  type EditorSigner,
  groupByPage,
  isSamePage,
  type PageSize,
  placeZone,
} from '#components/zones/model/zone-model.ts'
import { composeText, cutText, isSameText } from '#lib/core/text/characters'
import { listReferredLabels } from '#lib/processes/fields/field-logic'

/** As the API has it. */
const MAX_LABEL_CHARACTERS = 255

/** A page of a document in the editor. */
interface PagePlace {
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
  const groups = [...groupByPage(copied).values()]
  const pasted: DraftZone[] = []
  for (const group of groups) {
    const zones = group.map((zone) => ({
      ...placeZone(makeCopy(zone, newKey()), { page }, size),
      documentId,
      signerId: signerIds.has(zone.signerId) ? zone.signerId : signerId,
    }))
    pasted.push(...avoidOverlap(zones, existingZones.concat(pasted), size, groups.length))
  }
  return withOwnLabels(pasted, existingZones)
}

/** Copies zones to free positions beside them, each on its own page. */
export function duplicateZones(
  zones: DraftZone[],
  existingZones: DraftZone[],
  getPageSize: (zone: DraftZone) => PageSize,
  newKey: () => string,
): DraftZone[] {
  const groups = [...groupByPage(zones).values()]
  const copies = groups.flatMap((group) =>
    avoidOverlap(
      group.map((zone) => makeCopy(zone, newKey())),
      existingZones,
      getPageSize(group[0]!),
      groups.length,
    ),
  )
  return withOwnLabels(copies, existingZones)
}

/**
 * Copies zones of a document to each other page, at the same position or beside other zones; leaves out pages that have
 * an equal zone or no room. Of equal zones one is copied.
 */
export function copyToPages(
  zones: DraftZone[],
  pages: { number: number; width: number; height: number }[],
  existingZones: DraftZone[],
  newKey: () => string,
): DraftZone[] {
  const groups = [...groupByPage(zones).values()]
  const added: DraftZone[] = []
  for (const size of pages) {
    const placed: DraftZone[] = []
    const contents = new Set<string>()
    for (const group of groups) {
      if (group[0]!.page === size.number) continue
      const others = existingZones.concat(placed)
      const copies: DraftZone[] = []
      for (const zone of group) {
        const copy = placeZone(makeCopy(zone, newKey()), { page: size.number }, size)
        const content = formatContent([copy])
        if (contents.has(content) || existingZones.some((other) => isEqual(other, copy))) continue
        contents.add(content)
        copies.push(copy)
      }
      const beside = avoidOverlap(copies, others, size, groups.length * pages.length)
      placed.push(
        ...beside.filter((copy) => !others.some((other) => isSamePage(copy, other) && overlaps(copy, other))),
      )
    }
    added.push(...withOwnLabels(placed, existingZones.concat(added)))
  }
  return added
}

/**
 * The copies, of which those that a condition or formula refers to have labels of their own, such as “Rent 2”: such a
 * label must be that of one field of the signer. The references of the copies follow.
 */
function withOwnLabels(copies: DraftZone[], existingZones: DraftZone[]): DraftZone[] {
  let zones = copies
  for (const { key, signerId, label } of copies) {
    const others = existingZones
      .concat(zones)
      .filter((zone) => zone.signerId === signerId && zone.key !== key)
    const labels = new Set(others.map((zone) => composeText(zone.label.trim())))
    const name = composeText(label.trim())
    const isReferredTo = others.flatMap(listReferredLabels).some((referred) => isSameText(referred, name))
    if (!labels.has(name) || !isReferredTo) continue
    let number = 2
    while (labels.has(numberedLabel(name, number))) number++
    zones = withChange(zones, key, { label: numberedLabel(name, number) })
  }
  return zones
}

function numberedLabel(name: string, number: number): string {
  const ending = ` ${number}`
  return `${cutText(name, MAX_LABEL_CHARACTERS - ending.length)}${ending}`
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
