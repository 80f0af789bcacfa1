import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { AccountRecord } from '#lib/identity/schema'
import { type Permission, roleMay } from '#lib/policy'

export const accountQuery = apiQuery(['account'], 'GET /account')

/** The current user, tenant and quotas. */
export function useAccount() {
  return useQuery({ ...accountQuery, select: (body) => body.data, staleTime: 60_000 })
}

/** The user and the mode whose unsaved input this browser keeps; null until the account is loaded. */
export function useInputOwner(): string | null {
  const account = useAccount().data
  return account ? getInputOwner(account) : null
}

/** The user and the mode of the session, as `useInputOwner` has them. */
export function getInputOwner({ user, test_mode }: Pick<AccountRecord, 'user' | 'test_mode'>): string {
  return `${user.id}, ${test_mode ? 'test' : 'live'}`
}

/** Whether the role of the user has the permission. */
export function useCan(permission: Permission): boolean {
  const account = useAccount()
  return account.data !== undefined && roleMay(account.data.user.role, permission)
}
