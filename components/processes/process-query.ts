import { type QueryClient, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { isLive } from '#lib/processes/facts'
import type { ProcessRecord } from '#lib/processes/schema'

export const REFETCH_LIVE_MILLISECONDS = 3000

export const processQuery = (id: number) =>
  apiQuery(['processes', id], 'GET /signature-processes/{id}', { path: { id } })

export function useProcess(id: number, options: { refetchOnMount?: 'always'; enabled?: boolean } = {}) {
  return useQuery({
    ...processQuery(id),
    ...options,
    select: (body) => body.data,
    refetchInterval: (query) =>
      query.state.data && isLive(query.state.data.data) ? REFETCH_LIVE_MILLISECONDS : false,
  })
}

/** The ETag of a process, as the service sends it. */
export const processEtag = ({ updated_at }: Pick<ProcessRecord, 'updated_at'>) => `"${updated_at}"`

/** Stores a changed process in the cache, and refetches the lists and pages that show it. */
export function showProcess(client: QueryClient, body: ItemResponse<ProcessRecord>): void {
  const { id } = body.data
  client.setQueryData(['processes', id], body)
  void client.invalidateQueries({ queryKey: ['processes', id, 'trail'] })
  void client.invalidateQueries({ queryKey: ['processes', 'list'] })
  void client.invalidateQueries({ queryKey: ['documents'] })
  void client.invalidateQueries({ queryKey: ['account'] })
}
