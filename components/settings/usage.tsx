'use client'

import { ActiveContentSetting } from '#components/settings/active-content.tsx'
import { Retention } from '#components/settings/retention.tsx'
import { Card, Facts, Section } from '#components/ui/card.tsx'
import { DataTable } from '#components/ui/data-table.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time, useNumbers } from '#components/ui/time.tsx'
import type { AccountRecord, UsageRecord } from '#lib/identity/schema'

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** Storage, retention and the next reset of the quotas. */
export function StorageFacts({ usage, account }: { usage: UsageRecord; account: AccountRecord }) {
  const formatNumber = useNumbers()
  const bytes = usage.storage_bytes
  // The largest unit with a value of at least 1.
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const size = `${formatNumber(bytes / 1000 ** step, { maximumFractionDigits: 1 })} ${units[step]}`
  return (
    <Section title="Organisation usage">
      <Facts
        rows={[
          { name: 'Storage', value: size },
          { name: 'Retention', value: <Retention tenant={account.tenant} /> },
          {
            name: 'Uploads',
            value: <ActiveContentSetting refused={account.tenant.refuse_active_content} />,
          },
          { name: 'Users', value: formatNumber(usage.users) },
          { name: 'API calls', value: `${formatNumber(usage.api_calls)} this month` },
          {
            name: 'New month',
            value: (
              <>
                <Time at={usage.period.end} show="day" />: quotas reset
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

type Month = UsageRecord['by_month'][number] & { id: string }

const columns: Column<Month>[] = [
  { head: 'Month', cell: ({ month }) => <MonthName month={month} /> },
  ...(['documents', 'signatures', 'api_calls'] as const).map((name, index) => ({
    head: ['Documents', 'Signatures', 'API calls'][index]!,
    className: 'figures sm:w-40 sm:text-right',
    cell: (month: Month) => (
      <Figure value={month[name]} label={['documents', 'signatures', 'API calls'][index]!} />
    ),
  })),
]

/** The last twelve months, newest first; months before the first use are left out. */
export function MonthlyUsage({ usage }: { usage: UsageRecord }) {
  const first = usage.by_month.findIndex((month) => month.documents + month.signatures + month.api_calls > 0)
  const months = usage.by_month.slice(first < 0 ? -1 : first).toReversed()
  return (
    <Section title="By month" className="lg:col-span-2">
      <Card>
        <DataTable
          label="By month"
          columns={columns}
          rows={months.map((month) => ({ ...month, id: month.month }))}
        />
      </Card>
    </Section>
  )
}

function MonthName({ month }: { month: string }) {
  const { locale } = usePreferences()
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, options)
}

function Figure({ value, label }: { value: number; label: string }) {
  const formatNumber = useNumbers()
  return (
    <>
      {formatNumber(value)}
      <span className="text-ink-soft sm:hidden"> {label}</span>
    </>
  )
}
