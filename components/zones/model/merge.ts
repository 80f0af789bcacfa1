import { type DraftZone, zoneToInput } from '#components/zones/model/zone-model.ts'

/** The content of zones for comparison: keys differ between the editor and the service. */
export const contentOf = (zones: DraftZone[]) => JSON.stringify(zones.map(zoneToInput))

const isSame = (a: DraftZone | null, b: DraftZone | null) =>
  a === null || b === null ? a === b : contentOf([a]) === contentOf([b])

/** What makes two zones the same field: the id from the service, or where it gives none, the content when it was read. */
export type Identity = number | string

/** One version of the zones, with the identities of those that the service has stored, by key. */
export interface Version {
  zones: DraftZone[]
  identities: ReadonlyMap<string, Identity>
}

/** The fields as the service holds them, with the ids that it gave them, and their version. */
export interface StoredZones extends Version {
  etag: string | null
}

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
  const [baseZones, myZones, theirZones] = [base, mine, theirs].map(byIdentity)
  const merged: Merged = { zones: [], identities: new Map(), conflicts: [] }
  const identities = new Map<string, Identity>()
  const shared = new Set([...theirZones!.keys(), ...myZones!.keys()])
  for (const identity of shared) {
    const [before, my, their] = [baseZones!, myZones!, theirZones!].map(
      (zones) => zones.get(identity) ?? null,
    )
    const isConflict = !isSame(before!, my!) && !isSame(before!, their!) && !isSame(my!, their!)
    if (isConflict) merged.conflicts.push({ mine: my!, theirs: their! })
    const keepsMine = isConflict ? winner === 'mine' : isSame(before!, their!)
    const zone = keepsMine ? my! : their!
    if (!zone) continue
    const key = (my ?? zone).key
    merged.zones.push({ ...zone, key })
    if (their) identities.set(key, identity)
  }
  // Both may have added the same, for example by importing the fields of the file.
  const contents = new Set(merged.zones.map((zone) => contentOf([zone])))
  const isNew = (zone: DraftZone) => !mine.identities.has(zone.key) && !contents.has(contentOf([zone]))
  return { ...merged, zones: [...merged.zones, ...mine.zones.filter(isNew)], identities }
}

function byIdentity({ zones, identities }: Version): Map<Identity, DraftZone> {
  return new Map(
    zones.flatMap((zone) => {
      const identity = identities.get(zone.key)
      return identity === undefined ? [] : [[identity, zone] as const]
    }),
  )
}

/**
 * The identities that zones have once they are stored as `stored`: those of the stored zones with the same content, else
 * the ones from before that are still stored. The service may write the content of the others in another way: the stored
 * zones that are left have the order in which they were sent.
 */
export function identitiesOf({ zones, identities: before }: Version, stored: Version): Map<string, Identity> {
  const free = Map.groupBy(stored.zones, (zone) => contentOf([zone]))
  const left = new Set(stored.identities.values())
  const identities = new Map<string, Identity>()
  const take = (key: string, identity: Identity | undefined) => {
    if (identity === undefined || !left.delete(identity)) return
    identities.set(key, identity)
  }
  for (const zone of zones) {
    const match = free.get(contentOf([zone]))?.shift()
    if (match) take(zone.key, stored.identities.get(match.key))
  }
  for (const { key } of zones) if (!identities.has(key)) take(key, before.get(key))
  const unnamed = zones.filter(({ key }) => !identities.has(key))
  const rest = [...left]
  if (unnamed.length === rest.length) for (const [index, { key }] of unnamed.entries()) take(key, rest[index])
  return identities
}
