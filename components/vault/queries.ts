import { useQuery } from '@tanstack/react-query'
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
  ],
  folders: true,
  sorts: ['name', 'size', 'signed_at'],
  sort: '-signed_at',
}

export const vaultQuery = (state: ListState) => listQuery<VaultRecord>(['vault'], '/vault/documents', state)

export function useVault(state: ListState) {
  return useQuery({ ...vaultQuery(state), refetchInterval: REFRESH_MS })
}
