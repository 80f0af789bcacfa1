import type { DraftZone } from '#components/zones/zone-model.ts'

/** The zones that an editor could not save before it was closed. */
export interface UnsavedZones {
  zones: DraftZone[]
  /** The contents that the service may hold from this editor: the last saved one, and those of unanswered requests. */
  known: string[]
}

const prefix = 'paraph.unsaved.'

/** The unsaved zones of the editor `id` that this browser keeps. */
export function readUnsaved(id: string): UnsavedZones | null {
  try {
    const text = localStorage.getItem(prefix + id)
    if (!text) return null
    const { zones, known } = JSON.parse(text) as UnsavedZones
    // After a reload new keys are counted from 1 again, so old ones could occur twice.
    return { zones: zones.map((zone, index) => ({ ...zone, key: `kept-${index}` })), known }
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

/** Removes the unsaved zones of all editors when the user signs out. */
export function forgetAllUnsaved(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {}
}
