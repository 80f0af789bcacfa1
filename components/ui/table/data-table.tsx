'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { type RowSelection, SelectAllHead, SelectCell } from '#components/ui/table/row-selection.tsx'
import { type Column, type Sorting, TableHead } from '#components/ui/table/table-head.tsx'

interface DataTableProps<T> {
  label: string
  /** The first column names the row. */
  columns: Column<T>[]
  rows: T[]
  sorting?: Sorting | undefined
  selection?: RowSelection<T> | undefined
  /** Details below a row. */
  details?: ((row: T) => ReactNode) | undefined
  /** The label of the button that shows the details. */
  detailsLabel?: string
}

/**
 * A list of records as a table; on a phone each row is a grid of two columns. The roles are written out, because Safari
 * drops those of a table with another `display`.
 */
export function DataTable<T extends { id: number | string }>(props: DataTableProps<T>) {
  const t = useTranslations('common')
  const { label, columns, rows, sorting, details, selection } = props
  return (
    <div className="@container">
      <table role="table" aria-label={label} className="w-full max-sm:block sm:table-fixed">
        <thead role="rowgroup" className="max-sm:block">
          <tr role="row" className="text-left text-sm text-ink-soft max-sm:flex max-sm:gap-4 max-sm:px-4">
            {selection ? <SelectAllHead selection={selection} rows={rows} /> : null}
            {columns.map((column) => (
              <TableHead key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((row) => (
            <Fragment key={row.id}>
              <tr
                role="row"
                data-row
                aria-selected={selection?.isSelected(row)}
                className={cx(
                  'group row',
                  selection && 'max-sm:pl-12',
                  selection?.isSelected(row) && 'row-selected',
                )}
              >
                {selection ? <SelectCell selection={selection} row={row} /> : null}
                {columns.map(({ head, cell, phone = 'below', className }, index) =>
                  index === 0 ? (
                    <th key={head} role="rowheader" scope="row" className={cx('cell sm:relative', className)}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td
                      key={head}
                      role="cell"
                      className={cx(
                        'cell',
                        phone === 'hidden' ? 'max-sm:hidden' : `cell-${phone}`,
                        className,
                      )}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
              {details ? (
                <tr role="row" className="max-sm:block">
                  <td
                    role="cell"
                    colSpan={columns.length + (selection ? 1 : 0)}
                    className="px-4 pb-3 max-sm:block sm:px-5"
                  >
                    <Details label={props.detailsLabel ?? t('details')}>{details(row)}</Details>
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The name of a row as a link: the whole first cell is clickable, on a phone the whole row. */
export function RowLink({ href, name, children }: { href: string; name: string; children?: ReactNode }) {
  return (
    <span className="row-name">
      <Link href={href} title={name} prefetch={false} className="row-link">
        {name}
      </Link>
      {children}
    </span>
  )
}

function Details({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group/details">
      <summary className="inline-flex list-none items-center gap-1 text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-3.5 transition-transform group-open/details:rotate-90"
          aria-hidden="true"
        />
        {label}
      </summary>
      <div className="mt-3 rounded-md bg-well/40 p-4">{children}</div>
    </details>
  )
}
