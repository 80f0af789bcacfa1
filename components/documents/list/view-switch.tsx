'use client'

import { LayoutGrid, Rows3 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Listing } from '#components/shell/list/use-listing.ts'
import { cx } from '#components/ui/cx.ts'
import { InPlaceLink } from '#components/ui/in-place-link.tsx'

const views = [
  { view: '', key: 'list', Icon: Rows3 },
  { view: 'grid', key: 'grid', Icon: LayoutGrid },
] as const

/** Links to the list and the grid of the same documents. */
export function ViewSwitch({ listing: { state, getHref } }: { listing: Listing }) {
  const t = useTranslations('documents.view')
  return (
    <nav
      aria-label={t('label')}
      className="flex rounded-md max-sm:ml-auto border border-rule-strong bg-card p-0.5"
    >
      {views.map(({ view, key, Icon }) => {
        const isCurrent = (state.view ?? '') === view
        return (
          <InPlaceLink
            key={key}
            href={getHref({ view, page: state.page ?? '' })}
            title={t(key)}
            aria-label={t(key)}
            aria-current={isCurrent ? 'true' : undefined}
            className={cx(
              'flex size-8.5 items-center justify-center rounded-sm',
              isCurrent ? 'bg-well text-ink' : 'text-ink-soft hover:text-ink',
            )}
          >
            <Icon className="size-4" aria-hidden="true" />
          </InPlaceLink>
        )
      })}
    </nav>
  )
}
