'use client'

import { useTranslations } from 'use-intl'
import { Card, Facts, Section } from '#components/ui/card.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { useDay, useMonthName, useNumbers } from '#components/ui/time.tsx'
import type { UsageRecord } from '#lib/identity/usage-schema'

/** Storage, users, calls and the next reset of the quotas. */
export function StorageFacts({ usage }: { usage: UsageRecord }) {
  const t = useTranslations('settings.usage')
  const formatNumber = useNumbers()
  const formatDay = useDay()
  const formatSize = useFileSize()
  const { used, limit } = usage.storage
  const storage =
    limit === null
      ? formatSize(usage.storage_bytes)
      : t('storageOf', { used: formatSize(used), limit: formatSize(limit) })
  return (
    <Section title={t('title')}>
      <Facts
        rows={[
          { name: t('storage'), value: storage },
          { name: t('users'), value: formatNumber(usage.users) },
          { name: t('apiCalls'), value: t('apiCallsThisMonth', { count: formatNumber(usage.api_calls) }) },
          {
            name: t('newMonth'),
            value: t('reset', { date: formatDay(usage.period.end) }),
          },
        ]}
      />
    </Section>
  )
}

type Month = UsageRecord['by_month'][number] & { id: string }

const counters = ['documents', 'signatures', 'api_calls'] as const

function useMonthColumns(): Column<Month>[] {
  const t = useTranslations('settings.months')
  const common = useTranslations('common')
  return [
    { head: common('month'), cell: ({ month }) => <MonthName month={month} /> },
    ...counters.map((counter) => ({
      head: t(counter),
      className: 'figures sm:w-28 sm:text-right @2xl:w-40',
      cell: (month: Month) => (
        <Figure value={month[counter]} text={t(`units.${counter}`, { count: month[counter] })} />
      ),
    })),
  ]
}

/** Up to twelve months, newest first. Months before the first use are left out, but the current one is shown. */
export function MonthlyUsage({ usage }: { usage: UsageRecord }) {
  const t = useTranslations('settings.months')
  const columns = useMonthColumns()
  const firstUsed = usage.by_month.findIndex(
    (month) => month.documents + month.signatures + month.api_calls > 0,
  )
  const months = usage.by_month.slice(firstUsed < 0 ? -1 : firstUsed).toReversed()
  return (
    <Section title={t('title')} className="xl:col-span-2">
      <Card>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={months.map((month) => ({ ...month, id: month.month }))}
        />
      </Card>
    </Section>
  )
}

function MonthName({ month }: { month: string }) {
  return useMonthName()(month, { month: 'long', year: 'numeric' })
}

/** A number below the head of its column; on a phone, which shows no head, with its unit. */
function Figure({ value, text }: { value: number; text: string }) {
  const formatNumber = useNumbers()
  return (
    <>
      <span className="max-sm:hidden">{formatNumber(value)}</span>
      <span className="sm:hidden">{text}</span>
    </>
  )
}
