import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, listQuery } from '#components/api/api-query.ts'
import { ApiError, api, readVersioned, saveOnLeaving } from '#components/api/client.ts'
import {
  type Label,
  type ListRules,
  type ListState,
  withInstants,
} from '#components/shell/list/list-state.ts'
import { usePreferences } from '#components/ui/preferences.tsx'
import { hasTag, tagKey, type VaultStatus } from '#lib/vault/rules'
import type { VaultRecord } from '#lib/vault/schema'

const REFRESH_MILLISECONDS = 15_000

/** The options of the status filter; `voided` is not a status of the API. */
export const shownStatuses = ['active', 'expiring', 'expired', 'voided', 'archived'] as const satisfies (
  | VaultStatus
  | 'voided'
)[]

const MEGABYTE = 1024 * 1024

const sizeOptions = [
  { value: '', label: ((t) => t('vault.filter.anySize')) satisfies Label },
  ...[0.1, 1, 5, 10, 50].map((megabytes) => ({
    value: String(Math.round(megabytes * MEGABYTE)),
    label: ((t) => t('vault.filter.megabytes', { number: megabytes })) satisfies Label,
  })),
]

export const vaultListRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: (t) => t('common.status'),
      options: [
        { value: '', label: (t) => t('vault.status.current') },
        ...shownStatuses.map((status) => ({
          value: status,
          label: ((t) => t(`vault.status.${status}`)) satisfies Label,
        })),
      ],
    },
    {
      name: 'legal_hold',
      label: (t) => t('vault.hold.label'),
      options: [
        { value: '', label: (t) => t('vault.hold.any') },
        { value: 'true', label: (t) => t('vault.hold.on') },
        { value: 'false', label: (t) => t('vault.hold.off') },
      ],
    },
  ],
  moreFilters: [
    { name: 'signer', label: (t) => t('vault.filter.signer'), type: 'text' },
    { name: 'tags', label: (t) => t('vault.filter.tags'), type: 'text' },
    { name: 'date_from', label: (t) => t('vault.filter.signedFrom'), type: 'date' },
    { name: 'date_to', label: (t) => t('vault.filter.signedUntil'), type: 'date' },
    { name: 'min_size', label: (t) => t('vault.filter.minSize'), options: sizeOptions },
    { name: 'max_size', label: (t) => t('vault.filter.maxSize'), options: sizeOptions },
  ],
  folders: true,
  sorts: ['name', 'size', 'signed_at'],
  sort: '-signed_at',
}

export const vaultQuery = (state: ListState, timeZone: string) =>
  listQuery(['vault'], 'GET /vault/documents', { state: apiFilters(withInstants(state, timeZone)) })

/** Void documents are shown as void whatever their retention, so a filter by retention leaves them out. */
function apiFilters({ status, ...others }: ListState): ListState {
  if (status === 'voided') return { ...others, voided: 'true' }
  return status && status !== 'archived' ? { ...others, status, voided: 'false' } : { ...others, status }
}

export function useVault(state: ListState) {
  return useQuery({ ...vaultQuery(state, usePreferences().timeZone), refetchInterval: REFRESH_MILLISECONDS })
}

export const vaultDocumentQuery = (id: number) =>
  apiQuery(['vault', id], 'GET /vault/documents/{id}', { path: { id } })

export function useVaultDocument(id: number) {
  return useQuery({ ...vaultDocumentQuery(id), select: (body) => body.data })
}

export const vaultStatisticsQuery = apiQuery(['vault', 'statistics'], 'GET /vault/statistics')

/** The number of vault documents by status, month and tag. */
export function useVaultStatistics() {
  return useQuery({ ...vaultStatisticsQuery, select: (body) => body.data })
}

/** The verification report of the stored file, requested when the page opens. */
export function useVerification(id: number) {
  return useQuery({
    ...apiQuery(['verification', id], 'GET /vault/documents/{id}/verification', { path: { id } }),
    select: (body) => body.data,
    refetchOnMount: 'always',
  })
}

export type VaultChange = 'archive' | 'unarchive' | { addTag: string } | { removeTag: string }

/** How often tags are read and saved again while other people change them. */
const TAG_ATTEMPTS = 5

/** Archives or tags a vault document, or undoes that. @throws ApiError */
export async function changeVaultDocument(id: number, change: VaultChange, attempts = TAG_ATTEMPTS) {
  const path = { id }
  if (typeof change === 'string') return api(`POST /vault/documents/{id}/${change}`, { path })
  const { body, etag } = await readVersioned('GET /vault/documents/{id}', { path })
  const { data } = body
  const tag = 'addTag' in change ? change.addTag : change.removeTag
  const isAdded = 'addTag' in change
  if (hasTag(data.tags, tag) === isAdded) return body
  const tags = isAdded ? [...data.tags, tag] : data.tags.filter((other) => tagKey(other) !== tagKey(tag))
  try {
    return (await saveOnLeaving('PUT /vault/documents/{id}/tags', { path, body: { tags } }, etag)).body
  } catch (error) {
    const isChangedMeanwhile = error instanceof ApiError && error.isOutdated
    if (!isChangedMeanwhile || attempts <= 1) throw error
    return changeVaultDocument(id, change, attempts - 1)
  }
}

export function useVaultChange(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: VaultChange) => changeVaultDocument(id, change),
    onSettled: () => client.invalidateQueries({ queryKey: ['vault'] }),
  })
}

/** Sets or releases the legal hold of a document; resolves to false if it has another than the one that is shown. */
export function useLegalHold({ id, legal_hold: shown }: VaultRecord) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { on: boolean; reason?: string }) => {
      const path = { id }
      const { legal_hold: current } = (await api('GET /vault/documents/{id}', { path })).data
      const isShown = current.set_at === shown.set_at && current.reason === shown.reason
      // Placed again, it would lose the reason of the other hold.
      if (current.on && (body.on || !isShown)) return false
      await api('PUT /vault/documents/{id}/legal-hold', { path, body })
      return true
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['vault'] }),
  })
}

export function useDeleteDocument({ id, process_id: processId }: Pick<VaultRecord, 'id' | 'process_id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api('DELETE /vault/documents/{id}', { path: { id } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ['vault', id] })
      void client.invalidateQueries({ queryKey: ['vault'] })
      void client.invalidateQueries({ queryKey: ['processes', processId] })
    },
  })
}
