'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, query } from '#components/api/client'
import type { Many, One } from '#components/api/records'
import type { WebhookLogRecord, WebhookPatch, WebhookRecord, WebhookWithSecret } from '#lib/webhooks/schema'

const SOON_MS = 1500
const NOW_AND_THEN_MS = 15_000

export function useWebhooks() {
  return useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal }) => api<Many<WebhookRecord>>('GET', '/webhooks', undefined, signal),
    refetchInterval: NOW_AND_THEN_MS,
  })
}

export function useWebhook(id: number) {
  return useQuery({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => api<One<WebhookRecord>>('GET', `/webhooks/${id}`, undefined, signal),
    select: (answer) => answer.data,
    refetchInterval: NOW_AND_THEN_MS,
  })
}

/** A call that is made any moment now. */
const isDue = (log: WebhookLogRecord) =>
  log.status === 'pending' && (!log.next_retry_at || Date.parse(log.next_retry_at) < Date.now() + 10_000)

export interface LogFilter {
  status: string
  event: string
  page: number
}

export function useWebhookLogs(id: number, filter: LogFilter) {
  return useQuery({
    queryKey: ['webhooks', id, 'logs', filter],
    queryFn: ({ signal }) =>
      api<Many<WebhookLogRecord>>('GET', `/webhooks/${id}/logs${query({ ...filter })}`, undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (list) => (list.state.data?.data.some(isDue) ? SOON_MS : NOW_AND_THEN_MS),
  })
}

function useChange<V, R>(change: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
}

/** What the form asks for. */
export type WebhookWish = Pick<WebhookRecord, 'url' | 'events' | 'description'>

export function useAddWebhook() {
  return useChange((wish: WebhookWish) => api<One<WebhookWithSecret>>('POST', '/webhooks', wish))
}

export function useChangeWebhook(id: number) {
  return useChange((patch: WebhookPatch) => api<One<WebhookRecord>>('PATCH', `/webhooks/${id}`, patch))
}

export function useRotateSecret(id: number) {
  return useChange(() => api<One<WebhookWithSecret>>('POST', `/webhooks/${id}/rotate-secret`))
}

export function useSendTest(id: number) {
  return useChange(() => api<One<WebhookLogRecord>>('POST', `/webhooks/${id}/test`))
}

export function useReplay(id: number) {
  return useChange((logId: number) =>
    api<One<WebhookLogRecord>>('POST', `/webhooks/${id}/logs/${logId}/replay`),
  )
}

export function useDeleteWebhook(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api<void>('DELETE', `/webhooks/${id}`),
    onSuccess: () => {
      client.removeQueries({ queryKey: ['webhooks', id] })
      return client.invalidateQueries({ queryKey: ['webhooks', 'list'] })
    },
  })
}
