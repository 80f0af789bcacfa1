import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { InPlaceLink } from '#components/ui/in-place-link.tsx'

export interface Column<T> {
  head: string
  cell: (row: T) => ReactNode
  /** The position on a phone: beside the name of the row, below it, in the lower right corner, or hidden. */
  phone?: 'beside' | 'below' | 'corner' | 'hidden'
  /** The sort parameter of the column, `-` for descending; a second click reverses it. */
  sort?: string
  /** Shows the head to screen readers only. */
  headHidden?: true
  /** Classes of the cells; `sm:w-…` for a fixed width, `@max-…:hidden` where the table has no room for it. */
  className?: string
}

export interface Sorting {
  /** The current sort parameter. */
  by: string
  /** The URL of the list with another sort parameter. */
  getHref: (sort: string) => string
}

/** The head of a column; a link if the list can be sorted by it. */
export function TableHead<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const { head, sort, headHidden, className } = column
  const isSortable = sorting !== undefined && sort !== undefined
  const name = sort?.replace(/^-/, '')
  const isActive = isSortable && sorting.by.replace(/^-/, '') === name
  const isDescending = isActive && sorting.by.startsWith('-')
  const nextSort = isDescending ? name! : `-${name}`
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={cx(
        'py-2 font-normal sm:truncate sm:px-3 sm:py-1 sm:first:pl-5 sm:last:pr-5',
        !isSortable && 'max-sm:sr-only',
        className,
      )}
    >
      {isSortable ? (
        <InPlaceLink
          href={sorting.getHref(isActive ? nextSort : sort)}
          className={cx(
            'inline-flex items-center gap-1 hover:text-ink hover:underline',
            isActive && 'text-ink',
          )}
        >
          {head}
          {isActive ? <Arrow isDescending={isDescending} /> : null}
        </InPlaceLink>
      ) : (
        <span className={cx(headHidden && 'sr-only')}>{head}</span>
      )}
    </th>
  )
}

function Arrow({ isDescending }: { isDescending: boolean }) {
  const Icon = isDescending ? ArrowDown : ArrowUp
  return <Icon className="size-3.5" aria-hidden="true" />
}
