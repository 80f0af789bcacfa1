'use client'

import Link from 'next/link'
import { useNumbers } from '#components/ui/time.tsx'

interface BarListProps {
  label: string
  rows: { name: string; value: number; href: string }[]
}

/** Named values as horizontal bars, each with a link to its records. */
export function BarList({ label, rows }: BarListProps) {
  const formatNumber = useNumbers()
  const highest = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {rows.map(({ name, value, href }) => (
        <li key={name}>
          <Link href={href} prefetch={false} className="group block">
            <span className="mb-1 flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate group-hover:underline">{name}</span>
              <span className="figures text-sm text-ink-soft">{formatNumber(value)}</span>
            </span>
            <span aria-hidden="true" className="block h-2 overflow-hidden rounded-full bg-well">
              <span
                data-bar=""
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(value / highest) * 100}%` }}
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
