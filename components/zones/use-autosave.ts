'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useToast } from '#components/ui/toast.tsx'
import type { DraftZone } from '#components/zones/zone-model.ts'
import { type SaveZones, ZoneSaver } from '#components/zones/zone-saver.ts'

/** By editor: the savers of those that are open, and of those that were left with zones that are not stored yet. */
const savers = new Map<string, ZoneSaver>()
/** Ends what still runs for an editor that was left. */
const left = new Map<string, () => void>()

/** The saver of the editor `id`: the one that was left with unsaved zones, else a new one with the `stored` zones. */
export function useZoneSaver(id: string, stored: () => DraftZone[], save: SaveZones): ZoneSaver {
  const [saver] = useState(() => {
    const known = savers.get(id)
    return known && !known.isStored ? known : new ZoneSaver(stored(), save)
  })
  saver.save = save
  return saver
}

/** Stores `zones` as they change and when the editor is left; a toast says when that does not succeed. */
export function useAutosave(id: string, name: string, saver: ZoneSaver, zones: DraftZone[]) {
  const say = useToast()
  const read = () => saver.state
  const state = useSyncExternalStore(saver.subscribe, read, read)
  useEffect(() => saver.change(zones), [saver, zones])

  useEffect(() => {
    left.get(id)?.()
    savers.set(id, saver)
    const onHidden = () => document.visibilityState === 'hidden' && saver.leavePage()
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saver.isStored && (saver.state.word === 'failed' || !navigator.onLine)) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    addEventListener('pagehide', saver.leavePage)
    addEventListener('online', saver.reconnect)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      removeEventListener('beforeunload', onUnload)
      removeEventListener('pagehide', saver.leavePage)
      removeEventListener('online', saver.reconnect)
      document.removeEventListener('visibilitychange', onHidden)
      storeLeft(id, name, saver, say)
    }
  }, [id, name, saver, say])

  return { state, flush: saver.flush }
}

/** Stores the zones of an editor that was left, as long as that may succeed; ends once the editor is opened again. */
function storeLeft(id: string, name: string, saver: ZoneSaver, say: ReturnType<typeof useToast>): void {
  let failed = false
  const unsubscribe = saver.subscribe(() => {
    const { word } = saver.state
    if (word === 'failed' && !failed)
      say(
        saver.mayStillSucceed
          ? `The zones of “${name}” are not saved yet. They will be once the service can be reached.`
          : `The last changes to the zones of “${name}” were not saved. Open it again to see why.`,
        'danger',
      )
    if (word === 'saved' && failed) say(`The zones of “${name}” are saved.`)
    failed ||= word === 'failed'
    if (word === 'saved' || !saver.mayStillSucceed) end()
  })
  function end() {
    unsubscribe()
    removeEventListener('online', saver.reconnect)
    left.delete(id)
    if (saver.isStored) savers.delete(id)
  }
  addEventListener('online', saver.reconnect)
  left.set(id, end)
  void saver.flush()
}
