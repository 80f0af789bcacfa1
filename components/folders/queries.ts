import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useCreate } from '#components/api/create.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { pickChanged } from '#components/shell/input/pick-changed.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'
import type { FolderRecord } from '#lib/folders/schema'

export const folderListRules: ListRules = { sorts: ['name', 'created_at'], sort: 'name' }

/** A page of the list of folders. */
export const folderListQuery = (state: ListState) =>
  listQuery(['folders', 'list'], 'GET /folders', { state: { sort: 'name', ...state } })

export function useFolderList(state: ListState) {
  return useQuery(folderListQuery(state))
}

const KEY = ['folders']

export type FolderInput = Pick<FolderRecord, 'name' | 'access'>

/** Creates a folder, or changes the given one. */
export function useSaveFolder(folder: FolderRecord | null) {
  const create = useCreate()
  return useInvalidatingMutation(KEY, (input: FolderInput) =>
    folder === null
      ? create('POST /folders', { body: input })
      : api('PATCH /folders/{id}', { path: { id: folder.id }, body: pickChanged(input, folder) }),
  )
}

export function useDeleteFolder(id: number) {
  return useInvalidatingMutation(KEY, () => api('DELETE /folders/{id}', { path: { id } }))
}

/** The kinds of records in folders: their changes in the API, and the queries that a move makes stale. */
const movable = {
  document: { change: 'PATCH /documents/{id}', staleKeys: ['documents'] },
  process: { change: 'PATCH /signature-processes/{id}', staleKeys: ['processes', 'documents', 'vault'] },
  template: { change: 'PATCH /templates/{id}', staleKeys: ['templates', 'documents'] },
} as const
export type MovableType = keyof typeof movable

/** Moves a record to a folder; null for no folder. */
export function useMove(kind: MovableType, id: number) {
  const client = useQueryClient()
  const { change, staleKeys } = movable[kind]
  return useMutation({
    mutationFn: (folder_id: number | null) => api(change, { path: { id }, body: { folder_id } }),
    onSuccess: () => {
      for (const key of [...staleKeys, ...KEY]) void client.invalidateQueries({ queryKey: [key] })
    },
  })
}
