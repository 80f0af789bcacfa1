'use client'

import { Search } from 'lucide-react'
import { MAX_TEXT_CHARACTERS } from '#components/shell/list/list-state.ts'
import { useDebouncedText } from '#components/shell/list/use-debounced-text.ts'
import { Input } from '#components/ui/form/input.tsx'

interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search field that reports its value after a pause in typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useDebouncedText(value, onChange)
  return (
    <div className="relative min-w-0 flex-1 max-sm:col-span-full max-sm:basis-full sm:max-w-sm sm:min-w-48">
      <Search
        className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint"
        aria-hidden="true"
      />
      <Input
        type="search"
        maxLength={MAX_TEXT_CHARACTERS}
        name="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </div>
  )
}
