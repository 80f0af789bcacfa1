import { useState } from 'react'

/** The selected rows of a page of a list. */
export interface Selection<T extends { id: number | string }> {
  rows: T[]
  isSelected: (row: T) => boolean
  toggle: (row: T) => void
  /** Selects all rows of the page, or none if all are selected. */
  toggleAll: () => void
  clear: () => void
}

/** A selection among `rows`, the rows of the current page; other rows are never selected. */
export function useSelection<T extends { id: number | string }>(rows: T[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<T['id']>>(new Set())
  const selected = rows.filter((row) => ids.has(row.id))
  return {
    rows: selected,
    isSelected: (row) => ids.has(row.id),
    toggle: ({ id }) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    toggleAll: () => setIds(new Set(selected.length < rows.length ? rows.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  }
}
