import type { keepPreviousData } from '@tanstack/react-query'
import type { ApiQuery } from '#lib/http/page'

interface ListQuery<List> extends ApiQuery<List> {
  placeholderData: typeof keepPreviousData
}

/** The query with what is shown of its body: the rest is neither kept nor sent with the first HTML. */
export function narrowQuery<Body, Shown>(
  query: ApiQuery<Body>,
  narrow: (body: Body) => Shown,
): ApiQuery<Shown> {
  return { ...query, narrow, queryFn: async (context) => narrow(await query.queryFn(context)) }
}

/** The list with what is shown of its entries. */
export function narrowList<List extends { data: unknown[] }, Shown>(
  query: ListQuery<List>,
  show: (entry: List['data'][number]) => Shown,
): ListQuery<Omit<List, 'data'> & { data: Shown[] }> {
  const { placeholderData } = query
  return { placeholderData, ...narrowQuery(query, (list) => ({ ...list, data: list.data.map(show) })) }
}

/** The members of a record. */
export function pick<T, Member extends keyof T>(record: T, members: readonly Member[]): Pick<T, Member> {
  return Object.fromEntries(members.map((member) => [member, record[member]])) as Pick<T, Member>
}
