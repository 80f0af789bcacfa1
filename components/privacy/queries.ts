import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'

const REFETCH_RUNNING_MILLISECONDS = 2000

export const privacyListRules: ListRules = { sorts: [] }

export const privacyQuery = (state: ListState) => listQuery(['privacy'], 'GET /privacy/requests', { state })

/** The requests, kept up to date while one runs. */
export function usePrivacyRequests(state: ListState) {
  return useQuery({
    ...privacyQuery(state),
    refetchInterval: (query) =>
      query.state.data?.data.some(({ status }) => status === 'pending' || status === 'running')
        ? REFETCH_RUNNING_MILLISECONDS
        : false,
  })
}

/** Starts an export or an erasure. */
export function usePrivacyRequest(kind: 'export' | 'erase') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => api(`POST /privacy/${kind}`, { body: { email } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['privacy'] }),
  })
}
