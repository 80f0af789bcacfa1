'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, api, saveOnLeaving } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { keepDeletedDrafts, readDeletedDrafts } from '#components/processes/drafts/deleted-drafts.ts'
import { getInputOwner, useInputOwner } from '#components/shell/account.ts'
import { registerInputHolder } from '#components/shell/input/kept-input.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** The drafts that lists no longer show; their deletion is sent when the toast with Undo ends. */
let hiddenIds: ReadonlySet<number> = new Set()
const noIds: ReadonlySet<number> = new Set()
/** The drafts whose deletion is not sent yet, with the user and the mode. */
const unsent = new Map<number, string | null>()
const isUnsent = (id: number) => unsent.has(id)
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

function hide(ids: number[], owner: string | null) {
  for (const id of ids) unsent.set(id, owner)
  setHidden([...hiddenIds, ...ids])
  // For the next page: a request of a page that is closing may be lost.
  if (owner !== null) keepDeletedDrafts(owner, [...new Set([...readDeletedDrafts(owner), ...ids])])
  // A page that is left cannot be returned to with an Undo.
  window.addEventListener('pagehide', sendAllDraftDeletions)
}

function showAgain(ids: number[], owner: string | null) {
  for (const id of ids) unsent.delete(id)
  setHidden([...hiddenIds].filter((id) => !ids.includes(id)))
  if (owner !== null)
    keepDeletedDrafts(
      owner,
      readDeletedDrafts(owner).filter((id) => !ids.includes(id)),
    )
}

/** Sends a deletion that was not undone; the browser completes it even if the page is left. */
async function sendDeletion(id: number): Promise<void> {
  const owner = unsent.get(id)
  if (!unsent.delete(id)) return
  try {
    await saveOnLeaving('DELETE /signature-processes/{id}', { path: { id } }, null)
  } catch (error) {
    // In the other mode, which another tab may have chosen, a draft that exists is not found either.
    const isNotFound = error instanceof ApiError && error.status === 404
    const isDeleted = isNotFound && getInputOwner((await api('GET /account')).data) === owner
    if (!isDeleted) throw error
  }
}

/**
 * Sends the deletions whose toast has not ended yet, before the page is left, or the session ends or its mode is switched.
 */
async function sendAllDraftDeletions(): Promise<void> {
  await Promise.allSettled([...unsent.keys()].map(sendDeletion))
}

registerInputHolder({ save: sendAllDraftDeletions })

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
  const t = useTranslations('shell.selection')
  const owner = useInputOwner()
  return async (ids) => {
    if (ids.length === 0) return
    const deletions = await Promise.allSettled(ids.map(sendDeletion))
    await refetchLists(client, ids)
    showAgain(ids, owner)
    const [first, ...others] = deletions.filter((deletion) => deletion.status === 'rejected')
    if (!first) return
    const count = others.length + 1
    showToast(`${t('failed', { count })} ${errorText(first.reason)}`, 'danger')
  }
}

/** Hides drafts and shows a toast with Undo; they are deleted when it ends. */
export function useDraftDeletion(): (ids: number[], message: string) => void {
  const t = useTranslations('common')
  const showToast = useToast()
  const sendDeletions = useSendDeletions()
  const owner = useInputOwner()
  return (ids, message) => {
    hide(ids, owner)
    showToast(message, 'plain', {
      label: t('undo'),
      onClick: () => showAgain(ids.filter(isUnsent), owner),
      onEnd: () => void sendDeletions(ids.filter(isUnsent)),
    })
  }
}

/** Deletes the drafts of which the previous page of this user could not say that they are deleted. */
export function DeletionsOfPreviousPage(): null {
  const owner = useInputOwner()
  const sendDeletions = useSendDeletions()
  const sendKept = useEffectEvent(() => {
    if (owner === null) return
    const ids = readDeletedDrafts(owner).filter((id) => !hiddenIds.has(id))
    hide(ids, owner)
    void sendDeletions(ids)
  })
  useEffect(() => sendKept(), [])
  return null
}
