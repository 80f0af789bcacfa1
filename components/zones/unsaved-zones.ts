import type { DraftZone } from '#components/zones/zone-model.ts'

/** The zones that an editor could not save before it was closed. */
export interface UnsavedZones {
  /** The user and the mode of the editor: for all others there are no unsaved zones. */
  owner: string
  zones: DraftZone[]
  /** The contents that the service may hold from this editor: the last saved one, and those of unanswered requests. */
  known: string[]
}

const prefix = 'paraph.unsaved.'

/** The unsaved zones of the editor `id` that this browser keeps for this owner. */
export function readUnsaved(id: string, owner: string | null): UnsavedZones | null {
  try {
    const text = localStorage.getItem(prefix + id)
    if (!text) return null
    const unsaved = JSON.parse(text) as UnsavedZones
    if (unsaved.owner !== owner) return null
    // After a reload new keys are counted from 1 again, so old ones could occur twice.
    return { ...unsaved, zones: unsaved.zones.map((zone, index) => ({ ...zone, key: `kept-${index}` })) }
  } catch {
    return null
  }
}

/** Keeps unsaved zones in this browser, even when it is closed; if its storage is full or blocked, only the open tab has them. */
export function keepUnsaved(id: string, unsaved: UnsavedZones): void {
  try {
    localStorage.setItem(prefix + id, JSON.stringify(unsaved))
  } catch {}
}

export function forgetUnsaved(id: string): void {
  try {
    localStorage.removeItem(prefix + id)
  } catch {}
}

/** Removes the unsaved zones of all editors and owners. */
export function forgetAllUnsaved(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {}
}
