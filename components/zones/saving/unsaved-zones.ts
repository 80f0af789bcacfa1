import { ownedStorage } from '#components/shell/input/owned-storage.ts'
import type { StoredZones, Version } from '#components/zones/model/merge.ts'

/** The zones that an editor could not save before it was closed. */
export interface UnsavedZones extends Version {
  /** The user and the mode of the editor: for all others there are no unsaved zones. */
  owner: string
  /** The stored fields that the changes start from. */
  base: StoredZones
  /** The contents that the service may hold from this editor: the last saved one, and those of unanswered requests. */
  known: string[]
}

const storage = ownedStorage('localStorage', 'zones')

/** The unsaved zones of the editor `id` that this browser keeps for this owner. */
export function readUnsaved(id: string, owner: string | null): UnsavedZones | null {
  const unsaved = storage.read(id, reviveMap) as UnsavedZones | null
  return unsaved?.owner === owner ? withNewKeys(unsaved) : null
}

/** Keeps unsaved zones in this browser, even when it is closed; if its storage is full or blocked, only the open tab has them. */
export function keepUnsaved(id: string, unsaved: UnsavedZones): void {
  storage.keep(id, unsaved, replaceMap)
}

export function forgetUnsaved(id: string): void {
  storage.forget(id)
}

const replaceMap = (_: string, value: unknown) => (value instanceof Map ? { entries: [...value] } : value)

function reviveMap(_: string, value: unknown): unknown {
  const entries = (value as { entries?: [string, number | string][] } | null)?.entries
  return Array.isArray(entries) ? new Map(entries) : value
}

/** After a reload the keys of new zones are counted from 1 again, so those that were kept could occur twice. */
function withNewKeys(unsaved: UnsavedZones): UnsavedZones {
  const identities = new Map<string, number | string>()
  const zones = unsaved.zones.map((zone, index) => {
    const key = `kept-${index}`
    const identity = unsaved.identities.get(zone.key)
    if (identity !== undefined) identities.set(key, identity)
    return { ...zone, key }
  })
  return { ...unsaved, zones, identities }
}
