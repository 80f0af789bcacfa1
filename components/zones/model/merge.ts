import { type DraftZone, zoneFromRecord, zoneToInput } from '#components/zones/model/zone-model.ts'
import type { FieldRecord } from '#lib/processes/schema'

/**
 * The content of zones for comparison, without keys and order: the service stores a zone whose removal was undone after
 * all others.
 */
export const formatContent = (zones: DraftZone[]) =>
  JSON.stringify(zones.map((zone) => JSON.stringify(zoneToInput(zone))).sort())

const isSame = (a: DraftZone | null, b: DraftZone | null) =>
  a === null || b === null ? a === b : formatContent([a]) === formatContent([b])

/** One version of the zones, with the ids that the service gave to those that it has stored, by key. */
export interface Version {
  zones: DraftZone[]
  ids: Readonly<Record<string, number>>
}

/** The fields as the service holds them, and their version. */
export interface StoredZones extends Version {
  etag: string | null
}

export function storedZones(fields: FieldRecord[], etag: string | null): StoredZones {
  const zones = fields.map(zoneFromRecord)
  return { zones, ids: Object.fromEntries(zones.map(({ key }, index) => [key, fields[index]!.id])), etag }
}

/** The zones as API input, with the ids of those that are stored. */
export const toInputs = ({ zones, ids }: Version) =>
  zones.map((zone) => ({ ...zoneToInput(zone), id: ids[zone.key] }))

/** A field that both sides have changed; null where it was removed. */
export interface Conflict {
  mine: DraftZone | null
  theirs: DraftZone | null
}

interface Merged extends Version {
  conflicts: Conflict[]
}

/**
 * Merges the changes that two editors made since `base`. A field that only one side changed, added or removed is as on
 * that side; of a field that both changed, the version of `winner` stays. Zones keep the keys of `mine`.
 */
export function mergeZones(base: Version, mine: Version, theirs: Version, winner: 'mine' | 'theirs'): Merged {
  const [baseZones, myZones, theirZones] = [zonesById(base), zonesById(mine), zonesById(theirs)]
  const zones: DraftZone[] = []
  const ids: Record<string, number> = {}
  const conflicts: Conflict[] = []
  for (const id of new Set([...theirZones.keys(), ...myZones.keys()])) {
    const [before, my, their] = [baseZones, myZones, theirZones].map((byId) => byId.get(id) ?? null)
    const isConflict = !isSame(before!, my!) && !isSame(before!, their!) && !isSame(my!, their!)
    if (isConflict) conflicts.push({ mine: my!, theirs: their! })
    const keepsMine = isConflict ? winner === 'mine' : isSame(before!, their!)
    const zone = keepsMine ? my! : their!
    if (!zone) continue
    const key = (my ?? zone).key
    zones.push({ ...zone, key })
    if (their) ids[key] = id
  }
  // Both may have added the same, for example by importing the fields of the file.
  const contents = new Set(zones.map((zone) => formatContent([zone])))
  const isNew = (zone: DraftZone) => mine.ids[zone.key] === undefined && !contents.has(formatContent([zone]))
  return { zones: [...zones, ...mine.zones.filter(isNew)], ids, conflicts }
}

function zonesById({ zones, ids }: Version): Map<number, DraftZone> {
  return new Map(
    zones.flatMap((zone) => {
      const id = ids[zone.key]
      return id === undefined ? [] : [[id, zone] as const]
    }),
  )
}

/**
 * The ids of sent zones once they are stored: new ones get ascending ids, in the order of the request. One that equals
 * another is not stored.
 */
export function idsOnceStored({ zones, ids }: Version, stored: Version): Record<string, number> {
  const storedIds = new Set(stored.zones.map(({ key }) => stored.ids[key]!))
  const isKnown = ({ key }: DraftZone) => storedIds.has(ids[key]!)
  const known = zones.filter(isKnown)
  const contents = new Set(known.map((zone) => formatContent([zone])))
  const added = zones.filter((zone) => {
    const content = formatContent([zone])
    const isAdded = !isKnown(zone) && !contents.has(content)
    contents.add(content)
    return isAdded
  })
  const knownIds = new Set(known.map(({ key }) => ids[key]))
  const newIds = [...storedIds].filter((id) => !knownIds.has(id))
  return Object.fromEntries([
    ...known.map(({ key }) => [key, ids[key]!]),
    ...added.slice(0, newIds.length).map(({ key }, index) => [key, newIds[index]!]),
  ])
}
