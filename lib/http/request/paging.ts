import { z } from 'zod'
import { env } from '#lib/core/env'

const MAX_PER_PAGE = 100

/** `page` and `per_page` of every list: 15 by default, clamped to 100. */
export const Paging = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({ description: 'Page number, starting at 1.' }),
  per_page: z.coerce
    .number()
    // Not `int()`, which has an upper limit.
    .refine(Number.isInteger, 'Must be a whole number.')
    .min(1)
    .transform((value) => Math.min(value, MAX_PER_PAGE))
    .default(15)
    // The schema does not show the limits by itself.
    .meta({
      description: 'Records per page, 1 to 100; higher values count as 100.',
      override: { type: 'integer', minimum: 1, default: 15 },
    }),
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

/** The body of a list. Where the total is not exact, the last page is not known: `links.next` leads to the end. */
export function pageBody<T>({ items, total, exact = true, page, perPage }: Page<T>, url: URL) {
  const path = env().appUrl + url.pathname
  const pageCount = Math.max(1, Math.ceil(total / perPage))
  const last = exact ? pageCount : null
  const link = (number: number) => {
    const query = new URLSearchParams(url.searchParams)
    query.set('page', String(number))
    query.set('per_page', String(perPage))
    return `${path}?${query}`
  }
  const from = (page - 1) * perPage + 1
  return {
    data: items,
    links: {
      first: link(1),
      last: last === null ? null : link(last),
      prev: page > 1 ? link(last === null ? page - 1 : Math.min(page - 1, last)) : null,
      next: page < pageCount || (!exact && items.length === perPage) ? link(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: items.length > 0 ? from : null,
      last_page: last,
      path,
      per_page: perPage,
      to: items.length > 0 ? from + items.length - 1 : null,
      total,
      ...(exact ? {} : { total_exact: false as const }),
    },
  }
}
