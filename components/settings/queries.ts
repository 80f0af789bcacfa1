import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { Many, One } from '#components/api/records.ts'
import type { LoginSessionRecord, UsageRecord } from '#lib/identity/schema'

export const usageQuery = apiQuery<One<UsageRecord>>(['account', 'usage'], '/account/usage')

export const loginsQuery = apiQuery<Many<LoginSessionRecord>>(['sessions'], '/user/sessions?per_page=50')

export function useUsage() {
  return useQuery({ ...usageQuery, select: (answer) => answer.data })
}
