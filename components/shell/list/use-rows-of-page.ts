import { usePathname, useSearchParams } from 'next/navigation'

/**
 * The rows of one page of a long list that was loaded as a whole, and the props of its `Pager`.
 * @param parameter the one of the page's URL that has the number
 */
export function useRowsOfPage<T>(rows: readonly T[], perPage: number, parameter: string) {
  return pickPage(rows, perPage, parameter, usePathname(), useSearchParams())
}

export function pickPage<T>(
  rows: readonly T[],
  perPage: number,
  parameter: string,
  path: string,
  search: Pick<URLSearchParams, 'get' | 'toString'>,
) {
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage))
  const page = Math.min(Math.max(1, Math.trunc(Number(search.get(parameter))) || 1), lastPage)
  function getHref(target: number): string {
    const parameters = new URLSearchParams(search.toString())
    if (target > 1) parameters.set(parameter, String(target))
    else parameters.delete(parameter)
    return parameters.size > 0 ? `${path}?${parameters}` : path
  }
  return {
    rows: rows.slice((page - 1) * perPage, page * perPage),
    pager: { page, lastPage, total: rows.length, more: page < lastPage, getHref },
  }
}
