import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useCreate } from '#components/api/create.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'
import type { BulkSendRecord } from '#lib/bulk/schema'

const REFETCH_RUNNING_MILLISECONDS = 2000
const REFETCH_WAITING_MILLISECONDS = 60_000
/** The row that was being sent when a list was paused or cancelled is finished by then, most often by the first. */
const REFETCH_STOPPED_MILLISECONDS = [2000, 10_000]

export const bulkSendListRules: ListRules = { sorts: [] }

export const bulkSendsQuery = (state: ListState) =>
  listQuery(['bulk-sends', 'list'], 'GET /bulk-sends', { state })

export const bulkSendQuery = (id: number) =>
  apiQuery(['bulk-sends', id], 'GET /bulk-sends/{id}', { path: { id } })

/** Whether a paused list goes on by itself, within an hour. */
export function goesOnByItself({ status, pause_reason_detail: detail }: BulkSendRecord): boolean {
  return status === 'paused' && detail?.key === 'failures.bulkSendTooHeavy'
}

/** When lists are asked for again; false when nothing happens to them by itself. */
function refetchInterval(bulkSends: readonly BulkSendRecord[] = []): number | false {
  if (bulkSends.some(({ status }) => status === 'running')) return REFETCH_RUNNING_MILLISECONDS
  return bulkSends.some(goesOnByItself) ? REFETCH_WAITING_MILLISECONDS : false
}

/** A page of bulk sends, kept up to date while one of them runs. */
export function useBulkSends(state: ListState) {
  return useQuery({
    ...bulkSendsQuery(state),
    refetchInterval: ({ state }) => refetchInterval(state.data?.data),
  })
}

/** A bulk send, kept up to date while it runs. */
export function useBulkSend(id: number) {
  return useQuery({
    ...bulkSendQuery(id),
    select: (body) => body.data,
    refetchInterval: ({ state }) => refetchInterval(state.data && [state.data.data]),
  })
}

/** Has a CSV checked and sent. */
export function useSendList(templateId: number) {
  const client = useQueryClient()
  const create = useCreate()
  return useMutation({
    mutationFn: (list: { csv: string; csv_locale: string; repeated_people: 'warn' | 'refuse' }) =>
      create('POST /bulk-sends', { body: { template_id: templateId, ...list } }),
    onSuccess: (body) => {
      client.setQueryData(['bulk-sends', body.data.id], body)
      void client.invalidateQueries({ queryKey: ['bulk-sends', 'list'] })
    },
  })
}

export function useBulkSendAction(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: 'pause' | 'resume' | 'cancel') =>
      api(`POST /bulk-sends/{id}/${action}`, { path: { id } }),
    onSuccess: (body) => {
      client.setQueryData(['bulk-sends', id], body)
      void client.invalidateQueries({ queryKey: ['bulk-sends', 'list'] })
      for (const milliseconds of REFETCH_STOPPED_MILLISECONDS)
        setTimeout(() => client.invalidateQueries({ queryKey: ['bulk-sends'] }), milliseconds)
    },
  })
}
