'use client'

import { Button } from '#components/ui/button.tsx'
import { InPlaceLink } from '#components/ui/in-place-link.tsx'
import { useNumbers } from '#components/ui/time.tsx'

interface PagerProps {
  page: number
  /** Null when there are more than `total`: it is not known. */
  lastPage: number | null
  total: number
  /** Whether another page follows. */
  more: boolean
  /** The address of a page, where the list is that of the page's address. */
  hrefOf?: (page: number) => string
  onPage?: (page: number) => void
}

/** Which part of a list is shown, and the way to the rest. Absent when there is no rest. */
export function Pager({ page, lastPage, total, more, hrefOf, onPage }: PagerProps) {
  const written = useNumbers()
  if (page <= 1 && !more) return null
  const step = (to: number, label: string, isThere: boolean) =>
    hrefOf && isThere ? (
      <Button asChild size="sm">
        <InPlaceLink href={hrefOf(to)}>{label}</InPlaceLink>
      </Button>
    ) : (
      <Button size="sm" disabled={!isThere} onClick={() => onPage?.(to)}>
        {label}
      </Button>
    )
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex items-center justify-between gap-4">
      <p className="figures text-sm text-ink-soft">
        {lastPage !== null
          ? `Page ${page} of ${lastPage} · ${written(total)} in all`
          : `Page ${page} · more than ${written(total)} in all`}
      </p>
      <div className="flex gap-2">
        {step(page - 1, 'Previous', page > 1)}
        {step(page + 1, 'Next', more)}
      </div>
    </nav>
  )
}
