'use client'

import type { ComponentProps } from 'react'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Select } from '#components/ui/input.tsx'

interface SearchedSelectProps extends ComponentProps<typeof Select> {
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  /** Whether there are more options than those shown. */
  hasMore: boolean
}

/** A select among the first options; with more of them, a search above it finds the others. */
export function SearchedSelect({ searchLabel, search, onSearch, hasMore, ...select }: SearchedSelectProps) {
  return (
    <span className="flex min-w-0 flex-col gap-2">
      {hasMore || search ? <SearchBox label={searchLabel} value={search} onChange={onSearch} /> : null}
      <Select {...select} />
    </span>
  )
}
