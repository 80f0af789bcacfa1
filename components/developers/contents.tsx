'use client'

import { Search } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useRef, useState } from 'react'
import { MethodName } from '#components/developers/method-name.tsx'
import { cx } from '#components/ui/cx.ts'
import { Input } from '#components/ui/form/input.tsx'

interface Entry {
  href: string
  label: string
  method?: string
  /** More text to search, beside the label. */
  keywords?: string
}
export interface Part {
  name: string
  href: string
  entries: Entry[]
}

/** The table of contents. The current chapter is expanded; a search expands all chapters with hits. */
export function Contents({ parts }: { parts: Part[] }) {
  const [query, setQuery] = useState('')
  const path = usePathname()
  const nav = useRef<HTMLElement>(null)
  // On a phone the list covers the page: close it after a choice.
  const close = () => nav.current?.closest('details')?.removeAttribute('open')
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matchesQuery = ({ label, method = '', keywords = '' }: Entry) => {
    const text = `${label} ${method} ${keywords}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const matchingParts = parts
    .map((part) => ({ ...part, entries: part.entries.filter(matchesQuery) }))
    .filter(({ entries }) => words.length === 0 || entries.length > 0)
  return (
    <nav ref={nav} aria-label="Contents" className="flex flex-col gap-5">
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-3 left-3 size-4 text-ink-soft"
          aria-hidden="true"
        />
        <Input
          type="search"
          aria-label="Search the reference"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder="Search"
          className="pl-9"
        />
      </div>
      {matchingParts.length === 0 ? <p className="text-sm text-ink-soft">No results.</p> : null}
      <ul className="flex flex-col gap-1">
        {matchingParts.map(({ name, href, entries }) => {
          const open = words.length > 0 || path === href
          return (
            <li key={href}>
              <Link
                href={href}
                onClick={close}
                aria-current={path === href ? 'page' : undefined}
                className={cx(
                  'flex min-h-9 items-center font-serif text-lg',
                  path === href ? 'text-accent' : 'text-ink hover:text-accent',
                )}
              >
                {name}
              </Link>
              {open ? <Entries entries={entries} onChoose={close} /> : null}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Entries({ entries, onChoose }: { entries: Entry[]; onChoose: () => void }) {
  return (
    <ul className="mb-3 border-l border-rule">
      {entries.map(({ href, label, method }) => (
        <li key={href}>
          <Link
            href={href}
            onClick={onChoose}
            className="flex items-baseline gap-2 py-1 pl-3 text-sm text-ink-soft hover:bg-well hover:text-ink"
          >
            {method ? (
              <MethodName className="w-9 shrink-0 text-[0.625rem]">{shortMethod(method)}</MethodName>
            ) : null}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function shortMethod(method: string): string {
  return method === 'DELETE' ? 'DEL' : method
}
