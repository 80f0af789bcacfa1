import { forgetAllUnsaved } from '#components/zones/saving/unsaved-zones.ts'
import type { ZoneSaver } from '#components/zones/saving/zone-saver.ts'

/** The savers of open editors, and of closed ones with unsaved fields, by editor. */
export const savers = new Map<string, ZoneSaver>()

/** Waits until a closed editor has saved its fields: opened again, it must not start from older ones. */
export async function settleSaver(id: string): Promise<void> {
  await savers.get(id)?.flush()
}

/** Saves the fields of all editors before the user signs out. */
export async function saveAllZones(): Promise<void> {
  await Promise.all([...savers.values()].map((saver) => saver.flush()))
}

/** Removes the unsaved zones of all editors from this browser when the user has signed out. */
export function forgetAllZones(): void {
  for (const saver of savers.values()) saver.forget()
  forgetAllUnsaved()
}
