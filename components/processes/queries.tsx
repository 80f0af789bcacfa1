'use client'

import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { api, query } from '#components/api/client'
import type { Many, One } from '#components/api/records'
import type { AuditTrailShape, ProcessRecord } from '#lib/processes/schema'

export type AuditTrail = z.infer<typeof AuditTrailShape>

const LIVE_EVERY_MS = 3000

/** Whether the outside world may change the process while one looks on. */
export const isLive = (process: Pick<ProcessRecord, 'status'>) =>
  process.status === 'sent' || process.status === 'in_progress'

export interface ProcessFilter {
  search?: string
  status?: string
  page?: number
  per_page?: number
}

export function useProcesses(filter: ProcessFilter) {
  return useQuery({
    queryKey: ['processes', 'list', filter],
    queryFn: ({ signal }) =>
      api<Many<ProcessRecord>>('GET', `/signature-processes${query({ ...filter })}`, undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (list) => (list.state.data?.data.some(isLive) ? LIVE_EVERY_MS * 3 : false),
  })
}

export function useProcess(id: number) {
  return useQuery({
    queryKey: ['processes', id],
    queryFn: ({ signal }) => api<One<ProcessRecord>>('GET', `/signature-processes/${id}`, undefined, signal),
    select: (answer) => answer.data,
    refetchInterval: (one) => (one.state.data && isLive(one.state.data.data) ? LIVE_EVERY_MS : false),
  })
}

export function useTrail(id: number, live: boolean) {
  return useQuery({
    // What happened last, one asks for once it is over.
    queryKey: ['processes', id, 'trail', live],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api<One<AuditTrail>>('GET', `/signature-processes/${id}/audit-trail`, undefined, signal),
    select: (answer) => answer.data,
    refetchInterval: live ? LIVE_EVERY_MS : false,
  })
}

/** Has every list and page show a process as it was answered. */
export function showProcess(client: QueryClient, answer: One<ProcessRecord>): void {
  const { id } = answer.data
  client.setQueryData(['processes', id], answer)
  void client.invalidateQueries({ queryKey: ['processes', id, 'trail'] })
  void client.invalidateQueries({ queryKey: ['processes', 'list'] })
  void client.invalidateQueries({ queryKey: ['documents'] })
  void client.invalidateQueries({ queryKey: ['account'] })
}

/** An action on a process whose answer is the record. */
export function useProcessAction<Input = void>(call: (input: Input) => Promise<One<ProcessRecord>>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (answer) => showProcess(client, answer),
  })
}

export function useSend(id: number) {
  return useProcessAction(() => api<One<ProcessRecord>>('POST', `/signature-processes/${id}/send`))
}

export function useCancel(id: number) {
  return useProcessAction((reason: string) =>
    api<One<ProcessRecord>>('POST', `/signature-processes/${id}/cancel`, reason ? { reason } : {}),
  )
}

export function useRemind(id: number) {
  return useProcessAction((signerId: number) =>
    api<One<ProcessRecord>>('POST', `/signature-processes/${id}/remind`, { signer_id: signerId }),
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
