import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { listQuery } from '#components/api/list-query.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { ItemResponse } from '#components/api/records.ts'
import type { Label, ListRules, ListState } from '#components/shell/list-state.ts'
import { isLive } from '#lib/processes/live'
import type { AuditTrailShape, ContactRecord, ProcessRecord, SignerRecord } from '#lib/processes/schema'

export type AuditTrail = z.infer<typeof AuditTrailShape>

const REFETCH_LIVE_MILLISECONDS = 3000
const REFETCH_LIVE_LIST_MILLISECONDS = 9000
const MIN_CONTACT_SEARCH = 2

const endedStatuses = ['completed', 'refused', 'expired', 'cancelled', 'voided'] as const

export const processListRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: (t) => t('processes.columns.status'),
      options: [
        { value: '', label: (t) => t('processes.filter.all') },
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
  sorts: ['name', 'created_at', 'updated_at'],
}

export const processesQuery = (state: ListState, rows?: number) =>
  listQuery<ProcessRecord>(['processes', 'list'], '/signature-processes', state, rows)

export const processQuery = (id: number) =>
  apiQuery<ItemResponse<ProcessRecord>>(['processes', id], `/signature-processes/${id}`)

/** The audit trail. Its key changes when the process ends, so that the last events are loaded then. */
export const trailQuery = (process: Pick<ProcessRecord, 'id' | 'status'>) =>
  apiQuery<ItemResponse<AuditTrail>>(
    ['processes', process.id, 'trail', isLive(process)],
    `/signature-processes/${process.id}/audit-trail`,
  )

export function useProcesses(state: ListState, rows?: number) {
  return useQuery({
    ...processesQuery(state, rows),
    refetchInterval: (list) => (list.state.data?.data.some(isLive) ? REFETCH_LIVE_LIST_MILLISECONDS : false),
  })
}

export function useProcess(id: number, options: { refetchOnMount?: 'always' } = {}) {
  return useQuery({
    ...processQuery(id),
    ...options,
    select: (body) => body.data,
    refetchInterval: (query) =>
      query.state.data && isLive(query.state.data.data) ? REFETCH_LIVE_MILLISECONDS : false,
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

/** People of earlier processes whose name or email contains the text; none for a text that is too short. */
export function useContacts(search: string): ContactRecord[] {
  const contacts = useQuery({
    queryKey: ['contacts', search],
    queryFn: ({ signal }) =>
      api<{ data: ContactRecord[] }>(
        'GET',
        `/contacts?search=${encodeURIComponent(search)}`,
        undefined,
        signal,
      ),
    enabled: search.length >= MIN_CONTACT_SEARCH,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return search.length >= MIN_CONTACT_SEARCH ? (contacts.data?.data ?? []) : []
}

/** Stores a changed process in the cache, and refetches the lists and pages that show it. */
export function showProcess(client: QueryClient, body: ItemResponse<ProcessRecord>): void {
  const { id } = body.data
  client.setQueryData(['processes', id], body)
  void client.invalidateQueries({ queryKey: ['processes', id, 'trail'] })
  void client.invalidateQueries({ queryKey: ['processes', 'list'] })
  void client.invalidateQueries({ queryKey: ['documents'] })
  void client.invalidateQueries({ queryKey: ['account'] })
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
  return useProcessAction(() => api<ItemResponse<ProcessRecord>>('POST', `/signature-processes/${id}/send`))
}

export function useCancel(id: number) {
  return useProcessAction((reason: string) =>
    api<ItemResponse<ProcessRecord>>('POST', `/signature-processes/${id}/cancel`, reason ? { reason } : {}),
  )
}

export function useVoid(id: number) {
  return useProcessAction((reason: string) =>
    api<ItemResponse<ProcessRecord>>('POST', `/signature-processes/${id}/void`, { reason }),
  )
}

export function useRemind(id: number) {
  return useProcessAction((signerId: number) =>
    api<ItemResponse<ProcessRecord>>('POST', `/signature-processes/${id}/remind`, { signer_id: signerId }),
  )
}

export function useAddSigner(id: number) {
  return useInvalidatingMutation(['processes'], (person: Pick<SignerRecord, 'name' | 'email' | 'role'>) =>
    api('POST', `/signature-processes/${id}/signers`, person),
  )
}

export function useChangeSigner(id: number, signerId: number) {
  return useInvalidatingMutation(['processes'], (person: Pick<SignerRecord, 'name' | 'email'>) =>
    api('PATCH', `/signature-processes/${id}/signers/${signerId}`, person),
  )
}

export function useRemoveSigner(id: number, signerId: number) {
  return useInvalidatingMutation(['processes'], () =>
    api('DELETE', `/signature-processes/${id}/signers/${signerId}`),
  )
}

export function useChangeOptions(id: number) {
  return useProcessAction((options: Partial<ProcessRecord['options']>) =>
    api<ItemResponse<ProcessRecord>>('PATCH', `/signature-processes/${id}`, { options }),
  )
}

export function useDeleteProcess(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api<void>('DELETE', `/signature-processes/${id}`),
    onSuccess: () => {
      client.removeQueries({ queryKey: ['processes', id] })
      void client.invalidateQueries({ queryKey: ['processes', 'list'] })
      void client.invalidateQueries({ queryKey: ['documents'] })
    },
  })
}
