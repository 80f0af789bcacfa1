'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryFault } from '#components/api/query-fault'
import type { Many } from '#components/api/records'
import { Pager } from '#components/shell/pager'
import { SearchBox } from '#components/shell/search-box'
import { Select } from '#components/ui/input'
import { Sheet } from '#components/ui/sheet'
import { SkeletonRows } from '#components/ui/states'

/** What a list is asked for: words, one choice, a page; other words or another choice begin at the first page. */
export function useListing(firstChoice = '') {
  const [asked, setAsked] = useState({ search: '', choice: firstChoice, page: 1 })
  return {
    ...asked,
    setSearch: (search: string) => setAsked((before) => ({ ...before, search, page: 1 })),
    setChoice: (choice: string) => setAsked((before) => ({ ...before, choice, page: 1 })),
    setPage: (page: number) => setAsked((before) => ({ ...before, page })),
  }
}

type Listing = ReturnType<typeof useListing>

interface ListToolsProps {
  listing: Listing
  searchLabel: string
  choiceLabel: string
  choices: { value: string; label: string }[]
}

/** The search and the choice above a list. */
export function ListTools({ listing, searchLabel, choiceLabel, choices }: ListToolsProps) {
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <SearchBox label={searchLabel} value={listing.search} onChange={listing.setSearch} />
      <Select
        aria-label={choiceLabel}
        value={listing.choice}
        onChange={(event) => listing.setChoice(event.target.value)}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}

interface ListSheetProps<T> {
  listing: Listing
  answer: UseQueryResult<Many<T>>
  /** What a screen reader says meanwhile. */
  loading: string
  /** Stands in place of a list without items. */
  empty: ReactNode
  children: (items: T[]) => ReactNode
}

/** A list on its sheet: what went wrong, what is on its way, the items or why there are none, and the other pages. */
export function ListSheet<T>({ listing, answer, loading, empty, children }: ListSheetProps<T>) {
  const list = answer.data
  return (
    <>
      <Sheet>
        {answer.error ? (
          <QueryFault error={answer.error} onRetry={() => answer.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows label={loading} />
          </div>
        ) : list.data.length > 0 ? (
          children(list.data)
        ) : (
          empty
        )}
      </Sheet>
      {list ? (
        <Pager
          page={list.meta.current_page}
          lastPage={list.meta.last_page}
          more={list.links.next !== null}
          total={list.meta.total}
          onPage={listing.setPage}
        />
      ) : null}
    </>
  )
}
