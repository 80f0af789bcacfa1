'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useInputOwner } from '#components/shell/account.ts'
import { useToast } from '#components/ui/toast.tsx'
import type { Editor } from '#components/zones/editor-state.ts'
import { savers } from '#components/zones/savers.ts'
import type { ZonesTranslator } from '#components/zones/translator.ts'
import { type StoredZones, ZoneSaver, type ZoneStorage } from '#components/zones/zone-saver.ts'

/** By editor: stops the retries of a closed editor. */
const stopClosed = new Map<string, () => void>()

/** The saver of the editor `id`: an existing one with unsaved fields, else a new one. */
export function useZoneSaver(id: string, storedZones: () => StoredZones, storage: ZoneStorage): ZoneSaver {
  const owner = useInputOwner()
  const [saver] = useState(() => {
    const existing = savers.get(id)
    return existing && !existing.isStored ? existing : new ZoneSaver(id, owner, storedZones(), storage)
  })
  saver.storage = storage
  return saver
}

/**
 * Saves the fields on changes and when the editor is closed; a toast reports failures. An editor without unsaved changes
 * takes over what was changed elsewhere when the user comes back to it.
 */
export function useAutosave(id: string, name: string, saver: ZoneSaver, editor: Editor) {
  const t = useTranslations('zones')
  const showToast = useToast()
  const read = () => saver.state
  const state = useSyncExternalStore(saver.subscribe, read, read)
  const { zones, replaceAll } = editor
  useEffect(() => saver.change(zones), [saver, zones])

  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') saver.leavePage()
      else void saver.refresh().then((changedZones) => changedZones && replaceAll(changedZones))
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [saver, replaceAll])

  useEffect(() => {
    stopClosed.get(id)?.()
    savers.set(id, saver)
    if (!saver.isStored) void saver.flush()
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saver.isStored && (saver.state.status === 'failed' || !navigator.onLine)) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    addEventListener('pagehide', saver.leavePage)
    addEventListener('online', saver.reconnect)
    return () => {
      removeEventListener('beforeunload', onUnload)
      removeEventListener('pagehide', saver.leavePage)
      removeEventListener('online', saver.reconnect)
      saveClosed(id, name, saver, showToast, t)
    }
  }, [id, name, saver, showToast, t])

  return {
    state,
    mayStillSucceed: saver.mayStillSucceed,
    flush: saver.flush,
    takeStored: () => replaceAll(saver.takeStored()),
    keepMine: () => void saver.keepMine(),
  }
}

/** Keeps saving after the editor was closed, until it succeeds or the editor is opened again. */
function saveClosed(
  id: string,
  name: string,
  saver: ZoneSaver,
  showToast: ReturnType<typeof useToast>,
  t: ZonesTranslator,
): void {
  let failed = false
  const unsubscribe = saver.subscribe(() => {
    const { status } = saver.state
    const hasFailed = status === 'failed' || status === 'conflict'
    if (hasFailed && !failed)
      showToast(t(saver.mayStillSucceed ? 'closed.retrying' : 'closed.failed', { name }), 'danger')
    if (status === 'saved' && failed) showToast(t('closed.saved', { name }))
    failed ||= hasFailed
    if (status === 'saved' || !saver.mayStillSucceed) end()
  })
  function end() {
    unsubscribe()
    removeEventListener('online', saver.reconnect)
    removeEventListener('pagehide', saver.leavePage)
    stopClosed.delete(id)
    if (saver.isStored) savers.delete(id)
  }
  addEventListener('online', saver.reconnect)
  addEventListener('pagehide', saver.leavePage)
  stopClosed.set(id, end)
  void saver.flush()
}
