'use client'

import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Input } from '#components/ui/input.tsx'

const DEBOUNCE_MILLISECONDS = 250

interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search field that reports its value after a pause in typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const appliedValue = useRef(value)
  const applyChange = useEffectEvent(onChange)
  useEffect(() => {
    if (value === appliedValue.current) return
    appliedValue.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === appliedValue.current) return
    const timer = setTimeout(() => {
      appliedValue.current = text
      applyChange(text)
    }, DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-sm">
      <Search
        className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint"
        aria-hidden="true"
      />
      <Input
        type="search"
        name="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </div>
  )
}
