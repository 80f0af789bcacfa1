'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { expiringProcesses } from '#components/overview/queries.ts'
import { listHref } from '#components/shell/list/list-state.ts'
import { usePreferences } from '#components/ui/preferences.tsx'
import { useNumbers } from '#components/ui/time.tsx'
import type { ProcessStatistics } from '#lib/processes/schema'

interface CountTilesProps {
  statistics: ProcessStatistics
  expiringCount: number
  vaultExpiringCount: number
}

/** The most important counts, each with a link to its records. */
export function CountTiles({ statistics, expiringCount, vaultExpiringCount }: CountTilesProps) {
  const t = useTranslations('overview.counts')
  const formatNumber = useNumbers()
  const { by_status } = statistics
  const getCount = (status: string) => by_status[status] ?? 0
  const { now, timeZone } = usePreferences()
  const [expiringState] = expiringProcesses(now(), timeZone)
  const tiles = [
    {
      name: t('waiting'),
      value: getCount('sent') + getCount('in_progress'),
      href: '/processes?status=sent,in_progress',
    },
    { name: t('expiring'), value: expiringCount, href: listHref('/processes', {}, expiringState) },
    { name: t('drafts'), value: getCount('draft'), href: '/processes?status=draft' },
    { name: t('completed'), value: getCount('completed'), href: '/processes?status=completed' },
    { name: t('vaultExpiring'), value: vaultExpiringCount, href: '/vault?status=expiring' },
  ]
  return (
    <ul
      aria-label={t('label')}
      className="mb-8 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-rule bg-rule shadow-lift sm:grid-cols-3 lg:grid-cols-5"
    >
      {tiles.map(({ name, value, href }) => (
        <li key={name} className="bg-card max-lg:last:col-span-full sm:max-lg:last:col-span-2">
          <Link
            href={href}
            prefetch={false}
            className="flex h-full flex-col-reverse justify-end gap-0.5 px-4 py-3 hover:bg-well/50"
          >
            <span className="text-sm text-ink-soft">{name}</span>
            <span className="figures font-serif text-2xl">{formatNumber(value)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
