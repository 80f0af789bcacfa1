'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useToast } from '#components/ui/toast.tsx'
import type { Editor } from '#components/zones/editor-state.ts'
import { type StoredZones, ZoneSaver, type ZoneStorage } from '#components/zones/zone-saver.ts'

/** The savers by editor: of open editors, and of closed ones with unsaved fields. */
const savers = new Map<string, ZoneSaver>()
/** Stops the saver of a closed editor. */
const left = new Map<string, () => void>()

/** Waits for what a closed editor is still saving, so that the editor does not start from older fields. */
export async function settleSaver(id: string): Promise<void> {
  await savers.get(id)?.flush()
}

/** The saver of the editor `id`: an existing one with unsaved fields, else a new one. */
export function useZoneSaver(id: string, stored: () => StoredZones, storage: ZoneStorage): ZoneSaver {
  const [saver] = useState(() => {
    const existing = savers.get(id)
    return existing && !existing.isStored ? existing : new ZoneSaver(id, stored(), storage)
  })
  saver.storage = storage
  return saver
}

/**
 * Saves the fields on changes and when the editor is closed; a toast reports failures. An editor without unsaved changes
 * takes over what was changed elsewhere when the user comes back to it.
 */
export function useAutosave(id: string, name: string, saver: ZoneSaver, editor: Editor) {
  const showToast = useToast()
  const read = () => saver.state
  const state = useSyncExternalStore(saver.subscribe, read, read)
  const { zones, replaceAll } = editor
  useEffect(() => saver.change(zones), [saver, zones])

  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') saver.leavePage()
      else void saver.refresh().then((changed) => changed && replaceAll(changed))
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [saver, replaceAll])

  useEffect(() => {
    left.get(id)?.()
    savers.set(id, saver)
    if (!saver.isStored) void saver.flush()
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saver.isStored && (saver.state.word === 'failed' || !navigator.onLine)) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    addEventListener('pagehide', saver.leavePage)
    addEventListener('online', saver.reconnect)
    return () => {
      removeEventListener('beforeunload', onUnload)
      removeEventListener('pagehide', saver.leavePage)
      removeEventListener('online', saver.reconnect)
      saveClosed(id, name, saver, showToast)
    }
  }, [id, name, saver, showToast])

  return {
    state,
    mayStillSucceed: saver.mayStillSucceed,
    flush: saver.flush,
    useStored: () => replaceAll(saver.takeStored()),
    keepMine: () => void saver.keepMine(),
  }
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
    const hasFailed = word === 'failed' || word === 'conflict'
    if (hasFailed && !failed)
      showToast(
        saver.mayStillSucceed
          ? `The fields of “${name}” are not saved yet. We will retry when you are back online.`
          : `The last changes to “${name}” were not saved. Open it again to see why.`,
        'danger',
      )
    if (word === 'saved' && failed) showToast(`The fields of “${name}” are saved.`)
    failed ||= hasFailed
    if (word === 'saved' || !saver.mayStillSucceed) end()
  })
  function end() {
    unsubscribe()
    removeEventListener('online', saver.reconnect)
    removeEventListener('pagehide', saver.leavePage)
    left.delete(id)
    if (saver.isStored) savers.delete(id)
  }
  addEventListener('online', saver.reconnect)
  addEventListener('pagehide', saver.leavePage)
  left.set(id, end)
  void saver.flush()
}
