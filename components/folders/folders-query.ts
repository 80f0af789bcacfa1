import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { FolderRecord } from '#lib/folders/schema'

const STALE_AFTER_MS = 30_000
const firstByName = { sort: 'name', per_page: 100 } as const

/** The first folders of the user, by name. */
export const foldersQuery = apiQuery(['folders'], 'GET /folders', { query: firstByName })

/** The first folders of the user, by name; an empty list while they are loading. */
export function useFolders(): FolderRecord[] {
  return useQuery({ ...foldersQuery, staleTime: STALE_AFTER_MS }).data?.data ?? []
}

/** The first folders with the text in their names, and whether there are more. */
export function useFolderSearch(search: string): { folders: FolderRecord[]; hasMore: boolean } {
  const query = search
    ? apiQuery(['folders', 'search', search], 'GET /folders', { query: { ...firstByName, search } })
    : foldersQuery
  const { data } = useQuery({ ...query, staleTime: STALE_AFTER_MS, placeholderData: keepPreviousData })
  return { folders: data?.data ?? [], hasMore: Boolean(data?.links.next) }
}

/** One folder, which may be beyond the first ones; undefined while it is loading, and without an id. */
export function useFolder(id: number | null | undefined): FolderRecord | undefined {
  const known = useFolders().find((folder) => folder.id === id)
  const query = apiQuery(['folders', id], 'GET /folders/{id}', { path: { id: id ?? 0 } })
  const { data } = useQuery({ ...query, staleTime: STALE_AFTER_MS, enabled: Boolean(id) && !known })
  return known ?? data?.data
}
