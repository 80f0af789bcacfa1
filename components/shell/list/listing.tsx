'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ListResponse } from '#components/api/records.ts'
import { focusHome } from '#components/shell/a11y/focus-place.ts'
import { ActiveFilters } from '#components/shell/list/active-filters.tsx'
import { useExistingPage } from '#components/shell/list/existing-page.ts'
import { useListKeys } from '#components/shell/list/list-keys.ts'
import { DEFAULT_SORT } from '#components/shell/list/list-state.ts'
import { FilterOptions, MoreFilters, useLabelText } from '#components/shell/list/more-filters.tsx'
import { Pager } from '#components/shell/list/pager.tsx'
import { SearchBox } from '#components/shell/list/search-box.tsx'
import type { Selection } from '#components/shell/list/selection.ts'
import type { Listing } from '#components/shell/list/use-listing.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { Empty, SkeletonRows } from '#components/ui/states.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { RowSelection } from '#components/ui/table/row-selection.tsx'

interface ListToolsProps {
  listing: Listing
  searchLabel?: string
  /** A further filter. */
  extra?: ReactNode
}

/** The search and filters above a list: a form that is submitted on change. */
export function ListTools({ listing, searchLabel, extra }: ListToolsProps) {
  const t = useTranslations()
  const formatLabel = useLabelText()
  const { path, rules, state, apply } = listing
  return (
    <search className="print:hidden" {...focusHome('tools')}>
      <form
        action={path}
        method="get"
        onSubmit={(event) => event.preventDefault()}
        className="mb-4 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap lg:mb-3 lg:items-start lg:[&_input]:h-9 lg:[&_select]:h-9"
      >
        {searchLabel ? (
          <SearchBox
            label={searchLabel}
            value={state.search ?? ''}
            onChange={(search) => apply({ search })}
          />
        ) : null}
        {rules.filters?.map(({ name, label, options }) => (
          <Select
            key={name}
            name={name}
            aria-label={formatLabel(label)}
            value={state[name] ?? ''}
            onChange={(event) => apply({ [name]: event.target.value })}
          >
            <FilterOptions options={options} />
          </Select>
        ))}
        {extra}
        <MoreFilters listing={listing} />
        {['sort', 'view'].map((name) =>
          state[name] ? <input key={name} type="hidden" name={name} value={state[name]} /> : null,
        )}
        <noscript>
          <Button type="submit">{t('shell.list.show')}</Button>
        </noscript>
      </form>
      <ActiveFilters listing={listing} />
    </search>
  )
}

interface ListTableProps<T extends { id: number | string; name?: string }>
  extends Omit<ComponentProps<typeof DataTable<T>>, 'rows' | 'sorting' | 'selection'> {
  listing: Listing
  selection?: Selection<T>
  query: UseQueryResult<ListResponse<T>>
  /** Shown for an empty list. */
  empty: ReactNode
  /** The text for a list in which nothing matches the search and the filters. */
  noMatch?: string
  /** Shows the records in place of the table. */
  renderRows?: ((rows: T[], selection: RowSelection<T> | undefined) => ReactNode) | undefined
}

/** A list: an error, the records or the empty state, and the pager. */
export function ListTable<T extends { id: number | string; name?: string }>(props: ListTableProps<T>) {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  const { listing, query, empty, noMatch, selection, renderRows, ...table } = props
  const { rules, state, getHref } = listing
  const sorting = rules.sorts && {
    by: state.sort ?? rules.sort ?? DEFAULT_SORT,
    getHref: (sort: string) => getHref({ sort }),
  }
  const rowSelection = selection && {
    ...selection,
    getLabel: (row: T) => t('selection.select', { name: row.name ?? String(row.id) }),
    allLabel: t('selection.selectAll'),
  }
  const list = query.data
  const existingPage = useExistingPage(listing, query)
  useListKeys()
  return (
    <>
      {/* Screen readers announce only what changes in a live region that was there before. */}
      {selection ? (
        <p aria-live="polite" className="sr-only">
          {selection.rows.length > 0 ? t('selection.count', { count: selection.rows.length }) : ''}
        </p>
      ) : null}
      <Card role="group" aria-label={table.label} {...focusHome('list')}>
        {query.error ? (
          <QueryErrorMessage error={query.error} onRetry={() => query.refetch()} className="m-4" />
        ) : !list || existingPage !== null ? (
          <div className="px-5">
            <SkeletonRows label={t('list.loading', { label: table.label })} />
          </div>
        ) : list.data.length === 0 ? (
          listing.isNarrowed && noMatch ? (
            <Empty title={common('noResults')}>{noMatch}</Empty>
          ) : (
            empty
          )
        ) : renderRows ? (
          renderRows(list.data, rowSelection)
        ) : (
          <DataTable {...table} rows={list.data} sorting={sorting} selection={rowSelection} />
        )}
      </Card>
      {list ? (
        <Pager
          page={list.meta.current_page}
          lastPage={list.meta.last_page}
          more={list.links.next !== null}
          total={list.meta.total}
          getHref={(page) => getHref({ page: page > 1 ? String(page) : '' })}
        />
      ) : null}
    </>
  )
}
