import { keepPreviousData, type QueryKey } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ListResponse } from '#components/api/records.ts'
import { type ListState, listPath } from '#components/shell/list/list-state.ts'

/** The page of a list for `state`; the previous page is shown until it is loaded. */
export function listQuery<Row>(queryKey: QueryKey, path: string, state: ListState, rows?: number) {
  const query = apiQuery<ListResponse<Row>>([...queryKey, state, rows], listPath(path, state, rows))
  return { ...query, placeholderData: keepPreviousData }
}
