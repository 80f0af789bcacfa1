import { z } from 'zod'
import { env } from '#lib/core/env'
import { PerPage } from '#lib/core/shapes'

/** `page` and `per_page` of every list: 15 by default, clamped to 100. */
export const Paging = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({ description: 'Page number, starting at 1.' }),
  per_page: PerPage,
})

/** The result of a list operation. */
export interface Page<T> {
  items: T[]
  total: number
  /** False when there are more than `total` records: counting stops there. */
  exact?: boolean
  page: number
  perPage: number
}

/** The body of a list. Without an exact total the last page is unknown: clients follow `links.next`. */
export function pageBody<T>({ items, total, exact = true, page, perPage }: Page<T>, url: URL) {
  const path = env().appUrl + url.pathname
  const pageCount = Math.max(1, Math.ceil(total / perPage))
  const lastPage = exact ? pageCount : null
  const link = (pageNumber: number) => {
    const query = new URLSearchParams(url.searchParams)
    query.set('page', String(pageNumber))
    query.set('per_page', String(perPage))
    return `${path}?${query}`
  }
  const firstRow = (page - 1) * perPage + 1
  return {
    data: items,
    links: {
      first: link(1),
      last: lastPage === null ? null : link(lastPage),
      prev: page > 1 ? link(lastPage === null ? page - 1 : Math.min(page - 1, lastPage)) : null,
      next: page < pageCount || (!exact && items.length === perPage) ? link(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: items.length > 0 ? firstRow : null,
      last_page: lastPage,
      path,
      per_page: perPage,
      to: items.length > 0 ? firstRow + items.length - 1 : null,
      total,
      ...(exact ? {} : { total_exact: false as const }),
    },
  }
}
