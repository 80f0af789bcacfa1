'use client'

import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { InPlaceLink } from '#components/ui/in-place-link.tsx'

interface PagerProps {
  /** The name of the list, on a page with several. */
  label?: string
  page: number
  /** Null when unknown: there are more than `total`. */
  lastPage: number | null
  total: number
  /** Whether another page follows. */
  more: boolean
  /** The URL of a page, for lists in the URL. */
  getHref?: (page: number) => string
  onPage?: (page: number) => void
}

/** The position in a list with links to other pages; with a single page only the number of records. */
export function Pager({ label, page, lastPage, total, more, getHref, onPage }: PagerProps) {
  const t = useTranslations('shell.list')
  if (page <= 1 && !more)
    return total > 0 ? <p className="figures mt-3 text-sm text-ink-soft">{t('total', { total })}</p> : null
  const step = (targetPage: number, label: string, exists: boolean) =>
    getHref && exists ? (
      <Button asChild size="sm">
        <InPlaceLink href={getHref(targetPage)}>{label}</InPlaceLink>
      </Button>
    ) : (
      <Button size="sm" disabled={!exists} onClick={() => onPage?.(targetPage)}>
        {label}
      </Button>
    )
  return (
    <nav
      aria-label={label ? t('pagesOf', { label }) : t('pages')}
      className="mt-3 flex items-center justify-between gap-4"
    >
      <p className="figures text-sm text-ink-soft">
        {lastPage !== null ? t('page', { page, count: lastPage, total }) : t('pageOfMany', { page, total })}
      </p>
      <div className="flex gap-2 print:hidden">
        {step(page - 1, t('previous'), page > 1)}
        {step(page + 1, t('next'), more)}
      </div>
    </nav>
  )
}
