import { keepPreviousData, type QueryKey } from '@tanstack/react-query'
import { type AnyInput, formatPath, send } from '#components/api/client.ts'
import type { ApiQuery } from '#lib/http/page'
import type { Input, ListOperation, OptionsArgument, ReadOperation, Result } from '#sdk/operations.ts'

const ROWS_PER_PAGE = 20

/** A GET of `/api/v1` for React Query: prefetched on the server, refetched in the browser. */
export function apiQuery<Name extends ReadOperation>(
  queryKey: QueryKey,
  name: Name,
  ...[input]: OptionsArgument<Name, object>
): ApiQuery<Result<Name>> {
  return makeQuery(queryKey, name, input)
}

/** The page of a list for `state`, the parameters of the page’s URL; the previous page is shown until it is loaded. */
export function listQuery<Name extends ListOperation & ReadOperation>(
  queryKey: QueryKey,
  name: Name,
  {
    state,
    rows,
    ...input
  }: Omit<Input<Name>, 'query'> & { state: Record<string, string | undefined>; rows?: number },
) {
  const query = { ...state, per_page: rows ?? ROWS_PER_PAGE }
  return {
    ...makeQuery([...queryKey, state, rows], name, { ...input, query }),
    placeholderData: keepPreviousData,
  }
}

function makeQuery<Name extends ReadOperation>(
  queryKey: QueryKey,
  name: Name,
  input?: AnyInput,
): ApiQuery<Result<Name>> {
  return {
    queryKey,
    path: formatPath(name, input),
    queryFn: async ({ signal }) => (await send(name, { ...input, signal })).body,
    narrow: (body) => body,
  }
}
