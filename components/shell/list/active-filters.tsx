'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Filter } from '#components/shell/list/list-state.ts'
import { useLabelText } from '#components/shell/list/more-filters.tsx'
import type { Listing } from '#components/shell/list/use-listing.ts'
import { InPlaceLink } from '#components/ui/in-place-link.tsx'
import { useUtcDay } from '#components/ui/time.tsx'

/** The filters of the disclosure that are set, each with a link that clears it. */
export function ActiveFilters({ listing: { rules, state, getHref } }: { listing: Listing }) {
  const t = useTranslations('shell.list')
  const formatLabel = useLabelText()
  const dayText = useUtcDay()
  const active = (rules.moreFilters ?? []).filter(({ name }) => state[name])
  if (active.length === 0) return null
  const valueText = (filter: Filter) => {
    const value = state[filter.name]!
    if (!('options' in filter)) return filter.type === 'date' ? dayText(value) : value
    const option = filter.options.find((candidate) => candidate.value === value)
    return option ? formatLabel(option.label) : value
  }
  return (
    <ul aria-label={t('activeFilters')} className="mb-4 flex flex-wrap items-center gap-2 text-sm">
      {active.map((filter) => (
        <li key={filter.name} className="min-w-0">
          <InPlaceLink
            href={getHref({ [filter.name]: '' })}
            title={t('clearFilter', { name: formatLabel(filter.label) })}
            className="flex min-h-8 items-center gap-1.5 rounded-full border border-rule-strong bg-card py-0.5 pr-2 pl-3 hover:border-ink"
          >
            <span className="min-w-0 truncate">
              {t('filterValue', { name: formatLabel(filter.label), value: valueText(filter) })}
            </span>
            <X className="size-3.5 shrink-0" aria-hidden="true" />
            <span className="sr-only">{t('clear')}</span>
          </InPlaceLink>
        </li>
      ))}
      {active.length > 1 ? (
        <li>
          <InPlaceLink
            href={getHref(Object.fromEntries(active.map(({ name }) => [name, ''])))}
            className="text-ink-soft hover:text-ink hover:underline"
          >
            {t('clearAll')}
          </InPlaceLink>
        </li>
      ) : null}
    </ul>
  )
}
