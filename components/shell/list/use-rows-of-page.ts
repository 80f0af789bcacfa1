import { useState } from 'react'

/** The rows of one page of a long list that was loaded as a whole, and the props of its `Pager`. */
export function useRowsOfPage<T>(rows: readonly T[], perPage: number) {
  const [chosenPage, setPage] = useState(1)
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage))
  const page = Math.min(chosenPage, lastPage)
  return {
    rows: rows.slice((page - 1) * perPage, page * perPage),
    pager: { page, lastPage, total: rows.length, more: page < lastPage, onPage: setPage },
  }
}
