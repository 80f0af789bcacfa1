import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { listQuery } from '#components/shell/list/list-query.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'
import type { FolderRecord } from '#lib/folders/schema'

export const folderListRules: ListRules = { sorts: ['name', 'created_at'], sort: 'name' }

/** A page of the list of folders. */
export const folderListQuery = (state: ListState) =>
  listQuery<FolderRecord>(['folders', 'list'], '/folders', { sort: 'name', ...state })

export function useFolderList(state: ListState) {
  return useQuery(folderListQuery(state))
}

const KEY = ['folders']

export type FolderInput = Pick<FolderRecord, 'name' | 'access'>

/** Creates a folder, or changes the one with `id`. */
export function useSaveFolder(id: number | null) {
  return useInvalidatingMutation(KEY, (folder: FolderInput) =>
    id === null
      ? api<ItemResponse<FolderRecord>>('POST', '/folders', folder)
      : api<ItemResponse<FolderRecord>>('PATCH', `/folders/${id}`, folder),
  )
}

export function useDeleteFolder(id: number) {
  return useInvalidatingMutation(KEY, () => api<void>('DELETE', `/folders/${id}`))
}

/** The kinds of records in folders: their paths in the API, and the queries that a move makes stale. */
const movable = {
  document: { path: '/documents', staleKeys: ['documents'] },
  process: { path: '/signature-processes', staleKeys: ['processes', 'documents', 'vault'] },
  template: { path: '/templates', staleKeys: ['templates', 'documents'] },
} as const
export type MovableType = keyof typeof movable

/** Moves a record to a folder; null for no folder. */
export function useMove(kind: MovableType, id: number) {
  const client = useQueryClient()
  const { path, staleKeys } = movable[kind]
  return useMutation({
    mutationFn: (folder_id: number | null) => api<unknown>('PATCH', `${path}/${id}`, { folder_id }),
    onSuccess: () => {
      for (const key of [...staleKeys, ...KEY]) void client.invalidateQueries({ queryKey: [key] })
    },
  })
}
