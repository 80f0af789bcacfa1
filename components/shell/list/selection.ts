import { useState } from 'react'

/** The selected rows of a page of a list. */
export interface Selection<T extends { id: number | string }> {
  rows: T[]
  isSelected: (row: T) => boolean
  /** `isRange`: also the rows between this one and the one before it in time. */
  toggle: (row: T, isRange?: boolean) => void
  /** Selects all rows of the page, or none if all are selected. */
  toggleAll: () => void
  clear: () => void
}

/** A selection among `rows`, the rows of the current page; other rows are never selected. */
export function useSelection<T extends { id: number | string }>(rows: T[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<T['id']>>(new Set())
  const [lastToggledId, setLastToggledId] = useState<T['id'] | null>(null)
  const selected = rows.filter((row) => ids.has(row.id))
  return {
    rows: selected,
    isSelected: (row) => ids.has(row.id),
    toggle: ({ id }, isRange = false) => {
      const pageIds = rows.map((row) => row.id)
      setIds(toggledIds(ids, id, isRange ? getRange(pageIds, lastToggledId, id) : [id]))
      setLastToggledId(id)
    },
    toggleAll: () => setIds(new Set(selected.length < rows.length ? rows.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  }
}

/** The ids from `from` to `to` in the order of the page; only `to` if `from` is not on it. */
export function getRange<Id>(pageIds: Id[], from: Id | null, to: Id): Id[] {
  const start = from === null ? -1 : pageIds.indexOf(from)
  const end = pageIds.indexOf(to)
  return start < 0 ? [to] : pageIds.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** All of `range` become as `id` becomes: selected if it was not. */
function toggledIds<Id>(ids: ReadonlySet<Id>, id: Id, range: Id[]): Set<Id> {
  return ids.has(id)
    ? new Set([...ids].filter((other) => !range.includes(other)))
    : new Set([...ids, ...range])
}
