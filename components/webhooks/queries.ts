import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { listQuery } from '#components/api/list-query.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { ItemResponse } from '#components/api/records.ts'
import type { ListRules, ListState } from '#components/shell/list-state.ts'
import { eventName } from '#components/webhooks/texts.tsx'
import { TEST_EVENT, webhookEvents } from '#lib/webhooks/rules'
import type { WebhookLogRecord, WebhookPatch, WebhookRecord, WebhookWithSecret } from '#lib/webhooks/schema'

const REFETCH_DUE_MILLISECONDS = 1500
const REFETCH_MILLISECONDS = 15_000

export const webhookRules: ListRules = { sorts: ['created_at'] }

export const webhooksQuery = (state: ListState) =>
  listQuery<WebhookRecord>(['webhooks', 'list'], '/webhooks', state)

export const webhookQuery = (id: number) =>
  apiQuery<ItemResponse<WebhookRecord>>(['webhooks', id], `/webhooks/${id}`)

export const logRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: 'Status',
      options: [
        { value: '', label: 'All statuses' },
        { value: 'success', label: 'Succeeded' },
        { value: 'failed', label: 'Failed' },
        { value: 'pending', label: 'Pending' },
      ],
    },
    {
      name: 'event',
      label: 'Event',
      options: [
        { value: '', label: 'All events' },
        ...[...webhookEvents, TEST_EVENT].map((event) => ({ value: event, label: eventName(event) })),
      ],
    },
  ],
}

export const logsQuery = (id: number, state: ListState) =>
  listQuery<WebhookLogRecord>(['webhooks', id, 'logs'], `/webhooks/${id}/logs`, state)

export function useWebhooks(state: ListState) {
  return useQuery({ ...webhooksQuery(state), refetchInterval: REFETCH_MILLISECONDS })
}

export function useWebhook(id: number) {
  return useQuery({
    ...webhookQuery(id),
    select: (body) => body.data,
    refetchInterval: REFETCH_MILLISECONDS,
  })
}

/** Whether a delivery is about to be made. */
const isDue = (log: WebhookLogRecord) =>
  log.status === 'pending' && (!log.next_retry_at || Date.parse(log.next_retry_at) < Date.now() + 10_000)

export function useWebhookLogs(id: number, state: ListState) {
  return useQuery({
    ...logsQuery(id, state),
    refetchInterval: (list) =>
      list.state.data?.data.some(isDue) ? REFETCH_DUE_MILLISECONDS : REFETCH_MILLISECONDS,
  })
}

const KEY = ['webhooks']

/** What the form asks for. */
export type WebhookInput = Pick<WebhookRecord, 'url' | 'events' | 'description'>

export function useAddWebhook() {
  return useInvalidatingMutation(KEY, (input: WebhookInput) =>
    api<ItemResponse<WebhookWithSecret>>('POST', '/webhooks', input),
  )
}

export function useChangeWebhook(id: number) {
  return useInvalidatingMutation(KEY, (patch: WebhookPatch) =>
    api<ItemResponse<WebhookRecord>>('PATCH', `/webhooks/${id}`, patch),
  )
}

export function useRotateSecret(id: number) {
  return useInvalidatingMutation(KEY, () =>
    api<ItemResponse<WebhookWithSecret>>('POST', `/webhooks/${id}/rotate-secret`),
  )
}

export function useSendTest(id: number) {
  return useInvalidatingMutation(KEY, () =>
    api<ItemResponse<WebhookLogRecord>>('POST', `/webhooks/${id}/test`),
  )
}

export function useReplay(id: number) {
  return useInvalidatingMutation(KEY, (logId: number) =>
    api<ItemResponse<WebhookLogRecord>>('POST', `/webhooks/${id}/logs/${logId}/replay`),
  )
}
