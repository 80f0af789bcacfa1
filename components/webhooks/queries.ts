import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { listQuery } from '#components/shell/list/list-query.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'
import { TEST_EVENT, webhookEvents } from '#lib/webhooks/rules'
import type { WebhookLogRecord, WebhookPatch, WebhookRecord, WebhookWithSecret } from '#lib/webhooks/schema'

const REFETCH_WHEN_DUE_MILLISECONDS = 1500
const REFETCH_MILLISECONDS = 5000

export const webhookListRules: ListRules = { sorts: ['created_at'] }

export const webhooksQuery = (state: ListState) =>
  listQuery<WebhookRecord>(['webhooks', 'list'], '/webhooks', state)

export const webhookQuery = (id: number) =>
  apiQuery<ItemResponse<WebhookRecord>>(['webhooks', id], `/webhooks/${id}`)

export const logListRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: (t) => t('common.status'),
      options: [
        { value: '', label: (t) => t('common.allStatuses') },
        { value: 'success', label: (t) => t('webhooks.deliveries.success') },
        { value: 'failed', label: (t) => t('webhooks.deliveries.failed') },
        { value: 'pending', label: (t) => t('webhooks.deliveries.pending') },
      ],
    },
    {
      name: 'event',
      label: (t) => t('webhooks.deliveries.event'),
      options: [
        { value: '', label: (t) => t('webhooks.allEvents') },
        ...webhookEvents.map((event) => ({ value: event, label: event })),
        { value: TEST_EVENT, label: (t) => t('webhooks.test') },
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

const DUE_SOON_MILLISECONDS = 10_000

/** Whether a delivery is about to be made. */
const isDue = (log: WebhookLogRecord) =>
  log.status === 'pending' &&
  (!log.next_retry_at || Date.parse(log.next_retry_at) < Date.now() + DUE_SOON_MILLISECONDS)

export function useWebhookLogs(id: number, state: ListState) {
  return useQuery({
    ...logsQuery(id, state),
    refetchInterval: (query) =>
      query.state.data?.data.some(isDue) ? REFETCH_WHEN_DUE_MILLISECONDS : REFETCH_MILLISECONDS,
  })
}

const WEBHOOKS_KEY = ['webhooks']

/** The input of the form. */
export type WebhookInput = Pick<WebhookRecord, 'url' | 'events' | 'description'>

export function useAddWebhook() {
  return useInvalidatingMutation(WEBHOOKS_KEY, (input: WebhookInput) =>
    api<ItemResponse<WebhookWithSecret>>('POST', '/webhooks', input),
  )
}

export function useChangeWebhook(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, (patch: WebhookPatch) =>
    api<ItemResponse<WebhookRecord>>('PATCH', `/webhooks/${id}`, patch),
  )
}

export function useRotateSecret(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, () =>
    api<ItemResponse<WebhookWithSecret>>('POST', `/webhooks/${id}/rotate-secret`),
  )
}

export function useSendTest(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, () =>
    api<ItemResponse<WebhookLogRecord>>('POST', `/webhooks/${id}/test`),
  )
}

export function useReplay(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, (logId: number) =>
    api<ItemResponse<WebhookLogRecord>>('POST', `/webhooks/${id}/logs/${logId}/replay`),
  )
}
