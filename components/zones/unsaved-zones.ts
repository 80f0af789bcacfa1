import type { DraftZone } from '#components/zones/zone-model.ts'

/** What an editor could not save before it was closed. */
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
    // Keys of an earlier visit may be in use again.
    return { zones: zones.map((zone, index) => ({ ...zone, key: `kept-${index}` })), known }
  } catch {
    return null
  }
}

/** Keeps them in this browser, also when it is closed; without room or permission they are only in the open tab. */
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

/** Removes those of all editors, when the user signs out. */
export function forgetAllUnsaved(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {}
}
