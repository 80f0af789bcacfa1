import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ItemResponse, ListResponse } from '#components/api/records.ts'
import type { LoginSessionRecord, UsageRecord } from '#lib/identity/schema'

export const usageQuery = apiQuery<ItemResponse<UsageRecord>>(['account', 'usage'], '/account/usage')

export const loginsQuery = apiQuery<ListResponse<LoginSessionRecord>>(
  ['sessions'],
  '/user/sessions?per_page=50',
)

export function useUsage() {
  return useQuery({ ...usageQuery, select: (body) => body.data })
}
