import { ownedStorage } from '#components/shell/input/owned-storage.ts'
import type { StoredZones, Version } from '#components/zones/model/merge.ts'

/** The zones that an editor could not save before it was closed. */
interface UnsavedZones extends Version {
  /** The user and the mode of the editor: for all others there are no unsaved zones. */
  owner: string
  /** The stored fields that the changes start from. */
  base: StoredZones
  /** The zones of a request without an answer, which the service may have stored. */
  unanswered: Version | null
}

const storage = ownedStorage('localStorage', 'zones')

/** The unsaved zones of the editor `id` that this browser keeps for this owner. */
export function readUnsaved(id: string, owner: string | null): UnsavedZones | null {
  const unsaved = storage.read(id) as UnsavedZones | null
  return unsaved?.owner === owner ? unsaved : null
}

/** Keeps unsaved zones in this browser, even when it is closed; in the tab if storage is full or blocked. */
export function keepUnsaved(id: string, unsaved: UnsavedZones): void {
  storage.keep(id, unsaved)
}

export function forgetUnsaved(id: string): void {
  storage.forget(id)
}
