import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { ItemResponse, ListResponse } from '#components/api/records.ts'
import { accountQuery } from '#components/shell/account.ts'
import type { ConsentRecord } from '#lib/identity/consent/schema'
import type {
  AccountChange,
  AccountRecord,
  ProfileChange,
  UsageRecord,
  UserRecord,
} from '#lib/identity/schema'
import type { LoginSessionRecord } from '#lib/identity/sessions/schema'
import type { SsoChange, SsoRecord } from '#lib/identity/sso/schema'

export const usageQuery = apiQuery<ItemResponse<UsageRecord>>(['account', 'usage'], '/account/usage')

export const sessionsQuery = apiQuery<ListResponse<LoginSessionRecord>>(
  ['sessions'],
  '/user/sessions?per_page=50',
)

export const currentUserQuery = apiQuery<ItemResponse<UserRecord>>(['user'], '/user')

/** Changes settings of the organisation. */
export function useChangeAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AccountChange) => api<ItemResponse<AccountRecord>>('PATCH', '/account', change),
    onSuccess: (body) => client.setQueryData(accountQuery.queryKey, body),
  })
}

/** Changes what users set for themselves. */
export function useChangeProfile() {
  const client = useQueryClient()
  return useInvalidatingMutation(accountQuery.queryKey, async (change: ProfileChange) => {
    const body = await api<ItemResponse<UserRecord>>('PATCH', '/user', change)
    client.setQueryData(currentUserQuery.queryKey, body)
    return body
  })
}

const SSO_KEY = ['account', 'sso']

export const ssoQuery = apiQuery<ItemResponse<SsoRecord>>(SSO_KEY, '/account/sso')

export function useSetSso() {
  return useInvalidatingMutation(SSO_KEY, (change: SsoChange) =>
    api<ItemResponse<SsoRecord>>('PUT', '/account/sso', change),
  )
}

export function useRemoveSso() {
  return useInvalidatingMutation(SSO_KEY, () => api<void>('DELETE', '/account/sso'))
}

/** The versions of the tenant's own consent texts, latest first. */
export const consentsQuery = (page = 1) =>
  apiQuery<ListResponse<ConsentRecord>>(['account', 'consents', page], `/account/consents?page=${page}`)

export function useUsage() {
  return useQuery({ ...usageQuery, select: (body) => body.data })
}
