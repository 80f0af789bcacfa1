import { keepPreviousData, type QueryKey } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query'
import type { Many } from '#components/api/records'
import { type ListState, listPath } from '#components/shell/list-address'

/** The page of a list that `state` describes; the one before stays on show until it is there. */
export function listQuery<Row>(queryKey: QueryKey, path: string, state: ListState, rows?: number) {
  const query = apiQuery<Many<Row>>([...queryKey, state, rows], listPath(path, state, rows))
  return { ...query, placeholderData: keepPreviousData }
}
