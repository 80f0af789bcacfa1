import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ListResponse } from '#components/api/records.ts'
import { MAX_FOLDERS } from '#lib/folders/rules'
import type { FolderRecord } from '#lib/folders/schema'

const STALE_AFTER_MS = 30_000

/** All folders of the user, by name. */
export const foldersQuery = apiQuery<ListResponse<FolderRecord>>(
  ['folders'],
  `/folders?sort=name&per_page=${MAX_FOLDERS}`,
)

/** All folders of the user; an empty list while they are loading. */
export function useFolders(): FolderRecord[] {
  return useQuery({ ...foldersQuery, staleTime: STALE_AFTER_MS }).data?.data ?? []
}
