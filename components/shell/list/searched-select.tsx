'use client'

import type { ComponentProps } from 'react'
import { MAX_TEXT_CHARACTERS } from '#components/shell/list/list-state.ts'
import { useDebouncedText } from '#components/shell/list/use-debounced-text.ts'
import { Input, Select } from '#components/ui/form/input.tsx'

interface SearchedSelectProps extends ComponentProps<typeof Select> {
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  /** Whether there are more options than those shown. */
  hasMore: boolean
}

/** A select among the first options; with more of them, a search above it finds the others. */
export function SearchedSelect({ searchLabel, search, onSearch, hasMore, ...select }: SearchedSelectProps) {
  const [text, setText] = useDebouncedText(search, onSearch)
  return (
    <span className="flex min-w-0 flex-col gap-2">
      {hasMore || text ? (
        <Input
          type="search"
          maxLength={MAX_TEXT_CHARACTERS}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // Enter would submit the form around the select.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      ) : null}
      <Select {...select} />
    </span>
  )
}
