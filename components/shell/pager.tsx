'use client'

import { Button } from '#components/ui/button'

interface PagerProps {
  page: number
  /** Null when there are more than `total`: it is not known. */
  lastPage: number | null
  total: number
  /** Whether another page follows. */
  more: boolean
  onPage: (page: number) => void
}

/** Which part of a list one sees, and the way to the rest. Absent when there is no rest. */
export function Pager({ page, lastPage, total, more, onPage }: PagerProps) {
  if (page <= 1 && !more) return null
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex items-center justify-between gap-4">
      <p className="figures text-sm text-ink-soft">
        {lastPage !== null
          ? `Page ${page} of ${lastPage} · ${total} in all`
          : `Page ${page} · more than ${total.toLocaleString('en')} in all`}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Newer
        </Button>
        <Button size="sm" disabled={!more} onClick={() => onPage(page + 1)}>
          Older
        </Button>
      </div>
    </nav>
  )
}
