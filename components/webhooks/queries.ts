import { useQuery } from '@tanstack/react-query'
import { apiQuery, listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useCreate } from '#components/api/create.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { FilterOption, ListRules, ListState } from '#components/shell/list/list-state.ts'
import { AUDIT_GROUP, eventTypes } from '#lib/audit/events'
import { TEST_EVENT, webhookEvents } from '#lib/webhooks/rules'
import type { WebhookLogRecord, WebhookRecord } from '#lib/webhooks/schema'
import type { Input } from '#sdk/operations.ts'

const REFETCH_WHEN_DUE_MILLISECONDS = 1500
const REFETCH_MILLISECONDS = 5000

export const webhookListRules: ListRules = { sorts: ['created_at'] }

export const webhooksQuery = (state: ListState) => listQuery(['webhooks', 'list'], 'GET /webhooks', { state })

export const webhookQuery = (id: number) => apiQuery(['webhooks', id], 'GET /webhooks/{id}', { path: { id } })

const makeLogListRules = (otherEvents: FilterOption[]): ListRules => ({
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
        ...otherEvents,
      ],
    },
  ],
})

const plainLogRules = makeLogListRules([])
/** With every type of event that a webhook can get. */
export const auditLogRules = makeLogListRules(
  [AUDIT_GROUP, ...eventTypes.map((type) => `audit.${type}`)].map((event) => ({
    value: event,
    label: event,
    group: (t) => t('webhooks.auditEvents'),
  })),
)

/** The filters of the log of a webhook: by the events that it can get. */
export const getLogRules = ({ events }: Pick<WebhookRecord, 'events'>): ListRules =>
  events.includes(AUDIT_GROUP) ? auditLogRules : plainLogRules

export const logsQuery = (id: number, state: ListState) =>
  listQuery(['webhooks', id, 'logs'], 'GET /webhooks/{id}/logs', { path: { id }, state })

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
export type WebhookInput = Pick<Input<'POST /webhooks'>['body'], 'url' | 'events' | 'description'>

export function useAddWebhook() {
  const create = useCreate()
  return useInvalidatingMutation(WEBHOOKS_KEY, (input: WebhookInput) =>
    create('POST /webhooks', { body: input }),
  )
}

export function useChangeWebhook(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, (body: Input<'PATCH /webhooks/{id}'>['body']) =>
    api('PATCH /webhooks/{id}', { path: { id }, body }),
  )
}

export function useRotateSecret(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, () =>
    api('POST /webhooks/{id}/rotate-secret', { path: { id } }),
  )
}

export function useSendTest(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, () => api('POST /webhooks/{id}/test', { path: { id } }))
}

export function useReplay(id: number) {
  return useInvalidatingMutation(WEBHOOKS_KEY, (logId: number) =>
    api('POST /webhooks/{id}/logs/{log}/replay', { path: { id, log: logId } }),
  )
}
