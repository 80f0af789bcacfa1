'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, query } from '#components/api/client'
import type { Many, One } from '#components/api/records'
import type { Scope } from '#lib/core/roles'
import type { ApiKeyRecord } from '#lib/identity/api-key-schema'

export function useKeys(page: number) {
  return useQuery({
    queryKey: ['api-keys', page],
    queryFn: ({ signal }) => api<Many<ApiKeyRecord>>('GET', `/api-keys${query({ page })}`, undefined, signal),
    placeholderData: keepPreviousData,
  })
}

/** What a new key is asked to be. */
export interface NewKey {
  name: string
  expires_at: string | null
  scopes: Scope[]
  allowed_ips: string[]
  test_mode: boolean
}

export function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: NewKey) => api<One<ApiKeyRecord & { key: string }>>('POST', '/api-keys', key),
    // The whole key leaves memory with the dialog that shows it.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  })
}

export function useRevokeKey(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api<void>('DELETE', `/api-keys/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  })
}
