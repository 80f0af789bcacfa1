'use client'

import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Input } from '#components/ui/input'

interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Hands on what was typed once the typing rests. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), 250)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-sm">
      <Search
        className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint"
        aria-hidden="true"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </div>
  )
}
