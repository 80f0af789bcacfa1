import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useCreate } from '#components/api/create.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { narrowList, narrowQuery } from '#components/api/narrow.ts'
import type { ItemResponse, ListResponse } from '#components/api/records.ts'
import type { PersonInput } from '#components/processes/detail/person-form.tsx'
import { useHiddenDraftIds } from '#components/processes/drafts/draft-deletion.ts'
import { REFETCH_LIVE_MILLISECONDS, showProcess } from '#components/processes/process-query.ts'
import { type ProcessSummary, summarizeProcess, summarizeTrail } from '#components/processes/summary.ts'
import {
  type Label,
  type ListRules,
  type ListState,
  withInstants,
} from '#components/shell/list/list-state.ts'
import { usePreferences } from '#components/ui/preferences.tsx'
import { isLive } from '#lib/processes/facts'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

const REFETCH_LIVE_LIST_MILLISECONDS = 9000

const endedStatuses = ['completed', 'refused', 'expired', 'cancelled', 'voided'] as const

export const processListRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: (t) => t('common.status'),
      options: [
        { value: '', label: (t) => t('common.allStatuses') },
        { value: 'sent,in_progress', label: (t) => t('processes.filter.live') },
        { value: 'draft', label: (t) => t('processes.filter.draft') },
        ...endedStatuses.map((status) => ({
          value: status,
          label: ((t) => t(`processes.filter.${status}`)) satisfies Label,
        })),
      ],
    },
  ],
  moreFilters: [
    { name: 'signer', label: (t) => t('processes.filter.signer'), type: 'text' },
    { name: 'date_from', label: (t) => t('processes.filter.createdFrom'), type: 'date' },
    { name: 'date_to', label: (t) => t('processes.filter.createdUntil'), type: 'date' },
    { name: 'expires_before', label: (t) => t('processes.filter.expiresBefore'), type: 'date' },
  ],
  folders: true,
  sorts: ['name', 'created_at', 'updated_at', 'expires_at'],
}

export const processesQuery = (state: ListState, timeZone: string, rows?: number) =>
  narrowList(
    listQuery(['processes', 'list'], 'GET /signature-processes', {
      state: withInstants(state, timeZone),
      rows,
    }),
    summarizeProcess,
  )

/** The audit trail. Its key changes when the process ends, so that the last events are loaded then. */
export const trailQuery = (process: Pick<ProcessRecord, 'id' | 'status'>) =>
  narrowQuery(
    apiQuery(
      ['processes', process.id, 'trail', isLive(process)],
      'GET /signature-processes/{id}/audit-trail',
      {
        path: { id: process.id },
      },
    ),
    ({ data }) => ({ data: summarizeTrail(data) }),
  )

/** A page of the list, without drafts that are being deleted. */
export function useProcesses(state: ListState, rows?: number) {
  const hiddenIds = useHiddenDraftIds()
  const { timeZone } = usePreferences()
  const withoutHidden = (list: ListResponse<ProcessSummary>) => {
    if (hiddenIds.size === 0) return list
    const data = list.data.filter(({ id }) => !hiddenIds.has(id))
    const total = list.meta.total - (list.data.length - data.length)
    return { ...list, data, meta: { ...list.meta, total } }
  }
  return useQuery({
    ...processesQuery(state, timeZone, rows),
    select: withoutHidden,
    refetchInterval: (list) => (list.state.data?.data.some(isLive) ? REFETCH_LIVE_LIST_MILLISECONDS : false),
  })
}

export function useTrail(process: Pick<ProcessRecord, 'id' | 'status'>) {
  return useQuery({
    ...trailQuery(process),
    placeholderData: keepPreviousData,
    select: (body) => body.data,
    refetchInterval: isLive(process) ? REFETCH_LIVE_MILLISECONDS : false,
  })
}

/** A mutation of a process that returns the record. */
function useProcessAction<Input = void>(request: (input: Input) => Promise<ItemResponse<ProcessRecord>>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: request,
    onSuccess: (body) => showProcess(client, body),
  })
}

export function useSend(id: number) {
  return useProcessAction((shown: { process: string; fields: string }) =>
    api('POST /signature-processes/{id}/send', { path: { id }, body: { shown } }),
  )
}

export function useCancel(id: number) {
  return useProcessAction((reason: string) =>
    api('POST /signature-processes/{id}/cancel', { path: { id }, body: reason ? { reason } : {} }),
  )
}

export function useVoid(id: number) {
  return useProcessAction((reason: string) =>
    api('POST /signature-processes/{id}/void', { path: { id }, body: { reason } }),
  )
}

export function useRemind(id: number) {
  return useProcessAction((signerId: number) =>
    api('POST /signature-processes/{id}/remind', { path: { id }, body: { signer_id: signerId } }),
  )
}

export function useResend(id: number) {
  return useInvalidatingMutation(['processes'], (signerId: number) =>
    api('POST /signature-processes/{id}/signers/{signer}/resend', { path: { id, signer: signerId } }),
  )
}

export function useResendOwn(id: number) {
  return useProcessAction(() => api('POST /signature-processes/{id}/resend', { path: { id } }))
}

export function useDuplicateProcess(id: number) {
  const create = useCreate()
  return useProcessAction(() => create('POST /signature-processes/{id}/duplicate', { path: { id } }))
}

export function useAddSigner(id: number) {
  const create = useCreate()
  return useInvalidatingMutation(['processes'], (person: PersonInput & Pick<SignerRecord, 'type'>) =>
    create('POST /signature-processes/{id}/signers', { path: { id }, body: person }),
  )
}

export function useChangeSigner(id: number, signerId: number) {
  return useInvalidatingMutation(['processes'], (person: Partial<Omit<PersonInput, 'role'>>) =>
    api('PATCH /signature-processes/{id}/signers/{signer}', { path: { id, signer: signerId }, body: person }),
  )
}

export function useRemoveSigner(id: number, signerId: number) {
  return useInvalidatingMutation(['processes'], () =>
    api('DELETE /signature-processes/{id}/signers/{signer}', { path: { id, signer: signerId } }),
  )
}

export function useChangeOptions(id: number) {
  return useProcessAction((options: Partial<ProcessRecord['options']>) =>
    api('PATCH /signature-processes/{id}', { path: { id }, body: { options } }),
  )
}
