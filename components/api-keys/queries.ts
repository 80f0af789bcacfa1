import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useCreate } from '#components/api/create.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'
import type { Scope } from '#lib/core/roles'

export const keyListRules: ListRules = { sorts: ['name', 'created_at'] }

export const keysQuery = (state: ListState) => listQuery(['api-keys'], 'GET /api-keys', { state })

export function useKeys(state: ListState) {
  return useQuery(keysQuery(state))
}

/** The input of a new key. */
export interface NewKey {
  name: string
  expires_at: string | null
  scopes: Scope[]
  allowed_ips: string[]
  test_mode: boolean
}

export function useCreateKey() {
  const client = useQueryClient()
  const create = useCreate()
  return useMutation({
    mutationFn: (key: NewKey) => create('POST /api-keys', { body: key }),
    // The key is dropped from memory with the dialog.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  })
}

export function useRevokeKey(id: number) {
  return useInvalidatingMutation(['api-keys'], () => api('DELETE /api-keys/{id}', { path: { id } }))
}
