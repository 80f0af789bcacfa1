import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import { listQuery } from '#components/api/list-query.ts'
import type { ListRules, ListState } from '#components/shell/list-state.ts'
import type { VaultRecord } from '#lib/vault/schema'

const REFRESH_MS = 15_000

export const vaultRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: 'Status',
      options: [
        { value: '', label: 'Not archived' },
        { value: 'active', label: 'Active' },
        { value: 'expiring', label: 'Expiring' },
        { value: 'expired', label: 'Expired' },
        { value: 'archived', label: 'Archived' },
      ],
    },
    {
      name: 'legal_hold',
      label: 'Legal hold',
      options: [
        { value: '', label: 'With and without hold' },
        { value: 'true', label: 'Under legal hold' },
        { value: 'false', label: 'Without legal hold' },
      ],
    },
  ],
  sorts: ['name', 'size', 'signed_at'],
  sort: '-signed_at',
}

export const vaultQuery = (state: ListState) => listQuery<VaultRecord>(['vault'], '/vault/documents', state)

export function useVault(state: ListState) {
  return useQuery({ ...vaultQuery(state), refetchInterval: REFRESH_MS })
}

/** Sets or releases the legal hold of a document. */
export function useLegalHold(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { on: boolean; reason?: string | null }) =>
      api('PUT', `/vault/documents/${id}/legal-hold`, input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['vault'] }),
  })
}

export function useDeleteDocument(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api('DELETE', `/vault/documents/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['vault'] }),
  })
}
