import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query'
import type { Many } from '#components/api/records'
import { type ListRules, type ListState, listPath } from '#components/shell/list-address'
import type { VaultRecord } from '#lib/vault/schema'

const REFRESH_MS = 15_000

export const vaultRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: 'State',
      options: [
        { value: '', label: 'All but archived' },
        { value: 'active', label: 'Active' },
        { value: 'expiring', label: 'Expiring' },
        { value: 'expired', label: 'Expired' },
        { value: 'archived', label: 'Archived' },
      ],
    },
  ],
  sorts: ['name', 'size', 'signed_at'],
  sort: '-signed_at',
}

export const vaultQuery = (state: ListState) =>
  apiQuery<Many<VaultRecord>>(['vault', state], listPath('/vault/documents', state))

export function useVault(state: ListState) {
  return useQuery({
    ...vaultQuery(state),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}
