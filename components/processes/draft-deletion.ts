'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { saveOnLeaving } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { useToast } from '#components/ui/toast.tsx'

/** The drafts that lists no longer show; their deletion is sent when the toast with Undo ends. */
let hiddenIds: ReadonlySet<number> = new Set()
const noIds: ReadonlySet<number> = new Set()
const unsentIds = new Set<number>()
const listeners = new Set<() => void>()

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
  // A page that is left cannot be returned to with an Undo.
  window.addEventListener('pagehide', sendAllDraftDeletions)
}

function showAgain(ids: number[]) {
  for (const id of ids) unsentIds.delete(id)
  setHidden([...hiddenIds].filter((id) => !ids.includes(id)))
}

/** Sends a deletion that was not undone; the browser completes it even if the page is left. */
async function sendDeletion(id: number): Promise<void> {
  if (unsentIds.delete(id)) await saveOnLeaving('DELETE', `/signature-processes/${id}`, undefined, null)
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

/** Hides drafts and shows a toast with Undo; they are deleted when it ends. */
export function useDraftDeletion(): (ids: number[], message: string) => void {
  const t = useTranslations('common')
  const client = useQueryClient()
  const showToast = useToast()
  const errorText = useErrorText()

  async function sendDeletions(ids: number[]) {
    if (ids.length === 0) return
    const deletions = await Promise.allSettled(ids.map(sendDeletion))
    await refetchLists(client, ids)
    showAgain(ids)
    const failed = deletions.find((deletion) => deletion.status === 'rejected')
    if (failed) showToast(errorText(failed.reason), 'danger')
  }
  return (ids, message) => {
    hide(ids)
    showToast(message, 'plain', {
      label: t('undo'),
      onClick: () => showAgain(ids),
      onEnd: () => void sendDeletions(ids.filter((id) => unsentIds.has(id))),
    })
  }
}
