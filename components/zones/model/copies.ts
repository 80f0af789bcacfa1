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
import { composeText, cutText } from '#lib/core/text/characters'
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
  return withOwnLabels(pasted, new NamesBySigner(existingZones))
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
  return withOwnLabels(copies, new NamesBySigner(existingZones))
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
  const names = new NamesBySigner(existingZones)
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
    added.push(...withOwnLabels(placed, names))
  }
  return added
}

/** What names a signer's zones have: how many have each label, and which of them conditions and formulas refer to; composed. */
interface Names {
  labels: Map<string, number>
  referred: Set<string>
  /** The last number that was given to a copy of a label. */
  numbers: Map<string, number>
}

class NamesBySigner {
  readonly #names = new Map<number, Names>()

  constructor(zones: DraftZone[]) {
    for (const zone of zones) this.add(zone)
  }

  of(signerId: number): Names {
    const names = this.#names.get(signerId) ?? { labels: new Map(), referred: new Set(), numbers: new Map() }
    this.#names.set(signerId, names)
    return names
  }

  add(zone: DraftZone): void {
    const { labels, referred } = this.of(zone.signerId)
    const label = composeText(zone.label.trim())
    labels.set(label, (labels.get(label) ?? 0) + 1)
    for (const name of listReferredLabels(zone)) referred.add(composeText(name))
  }
}

/**
 * The copies, of which those that a condition or formula refers to have labels of their own, such as “Rent 2”: such a
 * label must be that of one field of the signer. The references of the copies follow.
 * @param names of the zones so far; those of the copies are added
 */
function withOwnLabels(copies: DraftZone[], names: NamesBySigner): DraftZone[] {
  let zones = copies
  for (const copy of copies) names.add(copy)
  for (const { key, signerId, label } of copies) {
    const { labels, referred, numbers } = names.of(signerId)
    const name = composeText(label.trim())
    const count = labels.get(name) ?? 0
    if (count < 2 || !referred.has(name)) continue
    let number = (numbers.get(name) ?? 1) + 1
    while (labels.has(numberedLabel(name, number))) number++
    numbers.set(name, number)
    const newLabel = numberedLabel(name, number)
    labels.set(name, count - 1).set(newLabel, 1)
    referred.add(newLabel)
    zones = withChange(zones, key, { label: newLabel })
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
