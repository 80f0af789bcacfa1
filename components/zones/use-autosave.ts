'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useToast } from '#components/ui/toast.tsx'
import type { DraftZone } from '#components/zones/zone-model.ts'
import { type SaveZones, ZoneSaver } from '#components/zones/zone-saver.ts'

/** The savers by editor: of open editors, and of closed ones with unsaved fields. */
const savers = new Map<string, ZoneSaver>()
/** Stops the saver of a closed editor. */
const left = new Map<string, () => void>()

/** The saver of the editor `id`: an existing one with unsaved fields, else a new one. */
export function useZoneSaver(id: string, stored: () => DraftZone[], save: SaveZones): ZoneSaver {
  const [saver] = useState(() => {
    const existing = savers.get(id)
    return existing && !existing.isStored ? existing : new ZoneSaver(stored(), save)
  })
  saver.save = save
  return saver
}

/** Saves the fields on changes and when the editor is closed; a toast reports failures. */
export function useAutosave(id: string, name: string, saver: ZoneSaver, zones: DraftZone[]) {
  const showToast = useToast()
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
      saveClosed(id, name, saver, showToast)
    }
  }, [id, name, saver, showToast])

  return { state, flush: saver.flush }
}

/** Keeps saving after the editor was closed, until it succeeds or the editor is opened again. */
function saveClosed(
  id: string,
  name: string,
  saver: ZoneSaver,
  showToast: ReturnType<typeof useToast>,
): void {
  let failed = false
  const unsubscribe = saver.subscribe(() => {
    const { word } = saver.state
    if (word === 'failed' && !failed)
      showToast(
        saver.mayStillSucceed
          ? `The fields of “${name}” are not saved yet. We will retry when you are back online.`
          : `The last changes to “${name}” were not saved. Open it again to see why.`,
        'danger',
      )
    if (word === 'saved' && failed) showToast(`The fields of “${name}” are saved.`)
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
