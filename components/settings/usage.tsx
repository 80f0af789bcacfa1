'use client'

import { useQuery } from '@tanstack/react-query'
import { api } from '#components/api/client'
import type { One } from '#components/api/records'
import { ActiveContentSetting } from '#components/settings/active-content'
import { Retention } from '#components/settings/retention'
import { Facts, Section } from '#components/ui/sheet'
import { Skeleton } from '#components/ui/states'
import { Time } from '#components/ui/time'
import type { AccountRecord, UsageRecord } from '#lib/identity/schema'

export function useUsage() {
  return useQuery({
    queryKey: ['account', 'usage'],
    queryFn: ({ signal }) => api<One<UsageRecord>>('GET', '/account/usage', undefined, signal),
    select: (answer) => answer.data,
  })
}

interface UsageProps {
  usage: UsageRecord | undefined
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** Bytes in the largest unit that leaves a figure before the point. */
function sizeOf(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const figure = (bytes / 1000 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 })
  return `${figure} ${units[step]}`
}

/** What the house keeps and how long, and when the month begins anew. */
export function KeptFacts({ usage, account }: UsageProps & { account: AccountRecord | undefined }) {
  return (
    <Section title="In the house">
      {usage && account ? (
        <Facts
          rows={[
            { name: 'Kept', value: sizeOf(usage.storage_bytes) },
            { name: 'Kept for', value: <Retention years={account.tenant.retention_years} /> },
            {
              name: 'Uploads',
              value: <ActiveContentSetting refused={account.tenant.refuse_active_content} />,
            },
            { name: 'Users', value: usage.users.toLocaleString() },
            { name: 'API calls', value: `${usage.api_calls.toLocaleString()} this month` },
            {
              name: 'New month',
              value: (
                <>
                  <Time at={usage.period.end} show="day" />, counters start again
                </>
              ),
            },
          ]}
        />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Section>
  )
}

/** The last twelve months, newest first; months before the first use are left out. */
export function MonthsUsed({ usage }: UsageProps) {
  if (!usage) return null
  const first = usage.by_month.findIndex((month) => month.documents + month.signatures + month.api_calls > 0)
  const months = usage.by_month.slice(first < 0 ? -1 : first).reverse()
  return (
    <Section title="By month" className="lg:col-span-2">
      <table className="figures w-full text-right">
        <thead>
          <tr className="text-sm text-ink-soft">
            <th scope="col" className="py-2 text-left font-normal">
              Month
            </th>
            <th scope="col" className="py-2 font-normal">
              Documents
            </th>
            <th scope="col" className="py-2 font-normal">
              Signatures
            </th>
            <th scope="col" className="py-2 font-normal">
              API calls
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule border-t border-rule">
          {months.map(({ month, documents, signatures, api_calls }) => (
            <tr key={month}>
              <th scope="row" className="py-2 text-left font-normal">
                {nameOf(month)}
              </th>
              <td className="py-2">{documents.toLocaleString()}</td>
              <td className="py-2">{signatures.toLocaleString()}</td>
              <td className="py-2">{api_calls.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function nameOf(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(undefined, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
