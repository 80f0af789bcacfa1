import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ItemResponse, ListResponse } from '#components/api/records.ts'
import type { ConsentRecord } from '#lib/identity/consent/schema'
import type { LoginSessionRecord, UsageRecord } from '#lib/identity/schema'

export const usageQuery = apiQuery<ItemResponse<UsageRecord>>(['account', 'usage'], '/account/usage')

export const loginsQuery = apiQuery<ListResponse<LoginSessionRecord>>(
  ['sessions'],
  '/user/sessions?per_page=50',
)

/** The versions of own consent texts, latest first. */
export const consentsQuery = (page = 1) =>
  apiQuery<ListResponse<ConsentRecord>>(['account', 'consents', page], `/account/consents?page=${page}`)

export function useUsage() {
  return useQuery({ ...usageQuery, select: (body) => body.data })
}
