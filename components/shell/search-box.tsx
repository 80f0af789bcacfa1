'use client'

import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Input } from '#components/ui/input.tsx'

const PAUSE_MILLISECONDS = 250

interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search field that reports its value after a pause. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const handedOn = useRef(value)
  const handOn = useEffectEvent(onChange)
  useEffect(() => {
    if (value === handedOn.current) return
    handedOn.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === handedOn.current) return
    const timer = setTimeout(() => {
      handedOn.current = text
      handOn(text)
    }, PAUSE_MILLISECONDS)
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
