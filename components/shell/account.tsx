'use client'

import { useQuery } from '@tanstack/react-query'
import { api } from '#components/api/client'
import type { One } from '#components/api/records'
import type { AccountRecord } from '#lib/identity/schema'
import { type Action, roleMay } from '#lib/policy'

/** Who is signed in, of which tenant, with what left of the plan. */
export function useAccount() {
  return useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api<One<AccountRecord>>('GET', '/account', undefined, signal),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })
}

/** Whether the person's role permits the action; false until one knows. */
export function useMay(action: Action): boolean {
  const account = useAccount()
  return account.data !== undefined && roleMay(account.data.user.role, action)
}
