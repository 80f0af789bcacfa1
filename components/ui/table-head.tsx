import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { InPlaceLink } from '#components/ui/in-place-link.tsx'

export interface Column<T> {
  head: string
  cell: (row: T) => ReactNode
  /** The position on a phone: beside the name of the row, below it, or hidden. */
  phone?: 'beside' | 'below' | 'hidden'
  /** The sort parameter of the column, `-` for descending; a second click reverses it. */
  sort?: string
  /** Shows the head to screen readers only. */
  quiet?: true
  /** Classes of the cells; `sm:w-…` for a fixed width. */
  className?: string
}

export interface Sorting {
  by: string
  hrefOf: (sort: string) => string
}

/** The head of a column; a link that sorts by it, where the list can. */
export function TableHead<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const { head, sort, quiet, className } = column
  const sorts = sorting !== undefined && sort !== undefined
  const name = sort?.replace(/^-/, '')
  const isBy = sorts && sorting.by.replace(/^-/, '') === name
  const falls = isBy && sorting.by.startsWith('-')
  const nextSort = falls ? name! : `-${name}`
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isBy ? (falls ? 'descending' : 'ascending') : undefined}
      className={cx(
        'py-2 font-normal sm:px-3 sm:first:pl-5 sm:last:pr-5',
        !sorts && 'max-sm:sr-only',
        className,
      )}
    >
      {sorts ? (
        <InPlaceLink
          href={sorting.hrefOf(isBy ? nextSort : sort)}
          className={cx('inline-flex items-center gap-1 hover:text-ink hover:underline', isBy && 'text-ink')}
        >
          {head}
          {isBy ? <Arrow falls={falls} /> : null}
        </InPlaceLink>
      ) : (
        <span className={cx(quiet && 'sr-only')}>{head}</span>
      )}
    </th>
  )
}

function Arrow({ falls }: { falls: boolean }) {
  const Icon = falls ? ArrowDown : ArrowUp
  return <Icon className="size-3.5" aria-hidden="true" />
}
