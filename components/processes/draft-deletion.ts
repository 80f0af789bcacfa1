'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, saveOnLeaving } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { useToast } from '#components/ui/toast.tsx'

/** The drafts that lists no longer show; their deletion is sent when the toast with Undo ends. */
let hiddenIds: ReadonlySet<number> = new Set()
const noIds: ReadonlySet<number> = new Set()
const unsentIds = new Set<number>()
const listeners = new Set<() => void>()

/** What is not known to be deleted, for the next page: a request of a page that is closing may be lost. */
const STORAGE_KEY = 'paraph.deleted-drafts'

function storedIds(): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  } catch {
    return []
  }
}

/** If the storage is full or blocked, the deletion is sent when the page is left, and not again. */
function store(ids: number[]) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids))
  } catch {}
}

function setHidden(ids: Iterable<number>) {
  hiddenIds = new Set(ids)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ids of the drafts that are being deleted. */
export function useHiddenDraftIds(): ReadonlySet<number> {
  return useSyncExternalStore(
    subscribe,
    () => hiddenIds,
    () => noIds,
  )
}

function hide(ids: number[]) {
  for (const id of ids) unsentIds.add(id)
  setHidden([...hiddenIds, ...ids])
  store([...new Set([...storedIds(), ...ids])])
  // A page that is left cannot be returned to with an Undo.
  window.addEventListener('pagehide', sendAllDraftDeletions)
}

function showAgain(ids: number[]) {
  for (const id of ids) unsentIds.delete(id)
  setHidden([...hiddenIds].filter((id) => !ids.includes(id)))
  store(storedIds().filter((id) => !ids.includes(id)))
}

/** Sends a deletion that was not undone; the browser completes it even if the page is left. */
async function sendDeletion(id: number): Promise<void> {
  if (!unsentIds.delete(id)) return
  try {
    await saveOnLeaving('DELETE', `/signature-processes/${id}`, undefined, null)
  } catch (error) {
    const isDeleted = error instanceof ApiError && error.status === 404
    if (!isDeleted) throw error
  }
}

/** Sends the deletions whose toast has not ended yet, before the page is left or the session ends. */
export async function sendAllDraftDeletions(): Promise<void> {
  await Promise.allSettled([...unsentIds].map(sendDeletion))
}

async function refetchLists(client: QueryClient, ids: number[]) {
  for (const id of ids) client.removeQueries({ queryKey: ['processes', id] })
  const staleKeys = [['processes', 'list'], ['documents'], ['folders']]
  await Promise.all(staleKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Sends deletions; those that fail are shown again, with the reason. */
function useSendDeletions(): (ids: number[]) => Promise<void> {
  const client = useQueryClient()
  const showToast = useToast()
  const errorText = useErrorText()
  return async (ids) => {
    if (ids.length === 0) return
    const deletions = await Promise.allSettled(ids.map(sendDeletion))
    await refetchLists(client, ids)
    showAgain(ids)
    const failed = deletions.find((deletion) => deletion.status === 'rejected')
    if (failed) showToast(errorText(failed.reason), 'danger')
  }
}

/** Hides drafts and shows a toast with Undo; they are deleted when it ends. */
export function useDraftDeletion(): (ids: number[], message: string) => void {
  const t = useTranslations('common')
  const showToast = useToast()
  const sendDeletions = useSendDeletions()
  return (ids, message) => {
    hide(ids)
    showToast(message, 'plain', {
      label: t('undo'),
      onClick: () => showAgain(ids),
      onEnd: () => void sendDeletions(ids.filter((id) => unsentIds.has(id))),
    })
  }
}

/** Deletes the drafts of which the previous page could not say that they are deleted. */
export function useDeletionsOfPreviousPage(): void {
  const sendDeletions = useSendDeletions()
  const sendStored = useEffectEvent(() => {
    const ids = storedIds().filter((id) => !hiddenIds.has(id))
    hide(ids)
    void sendDeletions(ids)
  })
  useEffect(() => sendStored(), [])
}
