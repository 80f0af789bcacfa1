'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useInputOwner } from '#components/shell/account.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import type { StoredZones } from '#components/zones/model/merge.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { savers } from '#components/zones/saving/savers.ts'
import { ZoneSaver, type ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import type { ZonesTranslator } from '#components/zones/translator.ts'

/** How often a visible editor without unsaved changes looks for changes from elsewhere. */
const REFRESH_MILLISECONDS = 10_000

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
 * Saves the fields on changes and when the editor is closed; a toast reports failures. An editor without unsaved
 * changes takes over what was changed elsewhere, one with changes merges it.
 */
export function useAutosave(id: string, name: string, saver: ZoneSaver, editor: Editor) {
  const t = useTranslations('zones')
  const showToast = useToast()
  const read = () => saver.state
  const state = useSyncExternalStore(saver.subscribe, read, read)
  const { zones, replaceAll } = editor
  useEffect(() => saver.change(zones), [saver, zones])

  const showChanged = useCallback(
    (changed: DraftZone[], name: string | null) => {
      replaceAll(changed)
      showToast(name ? t('merged.by', { name }) : t('merged.elsewhere'))
    },
    [replaceAll, showToast, t],
  )
  useEffect(() => {
    saver.onMerged = showChanged
  }, [saver, showChanged])
  /** @returns whether the stored fields were other ones, which the editor shows now */
  const refresh = useCallback(async () => {
    const changed = await saver.refresh()
    if (changed) showChanged(changed, await saver.storage.readEditor().catch(() => null))
    return changed !== null
  }, [saver, showChanged])

  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') saver.leavePage()
      else void refresh()
    }
    document.addEventListener('visibilitychange', onVisibility)
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void refresh(),
      REFRESH_MILLISECONDS,
    )
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearInterval(timer)
    }
  }, [saver, refresh])

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
    refresh,
    etag: () => saver.etag,
    countMerges: () => saver.merges,
    resolve: (winner: 'mine' | 'theirs') => replaceAll(saver.resolve(winner)),
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
