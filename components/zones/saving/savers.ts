import { registerInputHolder } from '#components/shell/input/kept-input.ts'
import type { ZoneSaver } from '#components/zones/saving/zone-saver.ts'

/** The savers of open editors, and of closed ones with unsaved fields, by editor. */
export const savers = new Map<string, ZoneSaver>()

/** Waits until a closed editor has saved its fields: opened again, it must not start from older ones. */
export async function settleSaver(id: string): Promise<void> {
  await savers.get(id)?.flush()
}

registerInputHolder({
  save: () => Promise.all([...savers.values()].map((saver) => saver.flush())),
  forget() {
    for (const saver of savers.values()) saver.forget()
  },
})
