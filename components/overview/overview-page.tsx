'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { DropZone, UploadButton } from '#components/documents/drop-zone.tsx'
import { UploadList } from '#components/documents/upload-list.tsx'
import { NextStep } from '#components/overview/next-step.tsx'
import * as lists from '#components/overview/queries.ts'
import { QuotaUsage } from '#components/overview/quota-usage.tsx'
import { WaitingList } from '#components/overview/waiting-list.tsx'
import { useProcessColumns } from '#components/processes/process-columns.tsx'
import { NewProcessButton } from '#components/processes/processes-page.tsx'
import { useProcesses } from '#components/processes/queries.ts'
import { useAccount, useCan } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { DataTable } from '#components/ui/data-table.tsx'

/** Pending signatures and the next step. */
export function OverviewPage() {
  const t = useTranslations('shell')
  const account = useAccount()
  const live = useProcesses(...lists.liveProcesses)
  const drafts = useProcesses(...lists.drafts)
  const ended = useProcesses(...lists.endedProcesses)
  const processColumns = useProcessColumns()
  const mayWrite = useCan('process.write')
  const error = live.error ?? drafts.error ?? ended.error ?? account.error
  const first = account.data?.user.name.split(' ')[0]

  return (
    <PageBody>
      <PageHead
        tabTitle={t('nav.overview')}
        title={first ? `Good day, ${first}` : 'Good day'}
        intro={<LiveCount live={live.data?.meta.total} />}
        actions={
          mayWrite ? (
            <>
              <UploadButton variant="line" />
              <NewProcessButton />
            </>
          ) : null
        }
      />
      <QueryErrorMessage
        error={error}
        className="mb-6"
        onRetry={() => void Promise.all([live, drafts, ended, account].map((query) => query.refetch()))}
      />
      <DropZone>
        <UploadList />
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="flex min-w-0 flex-col gap-10">
            <NextStep
              drafts={drafts.data?.data}
              ended={ended.data?.data}
              live={live.data?.data}
              mayWrite={mayWrite}
            />
            <Section title="Waiting for" headerActions={<More href="/processes?status=sent,in_progress" />}>
              {live.data ? <WaitingList processes={live.data.data} /> : null}
            </Section>
            {ended.data && ended.data.data.length > 0 ? (
              <Section title="Recently completed" headerActions={<More href="/processes" />}>
                <Card>
                  <DataTable label="Recently completed" columns={processColumns} rows={ended.data.data} />
                </Card>
              </Section>
            ) : null}
          </div>
          {account.data ? <QuotaUsage account={account.data} /> : null}
        </div>
      </DropZone>
    </PageBody>
  )
}

function More({ href }: { href: string }) {
  return (
    <Link href={href} className="text-sm text-ink-soft hover:text-ink hover:underline">
      All
    </Link>
  )
}

function LiveCount({ live }: { live: number | undefined }) {
  if (live === undefined) return <span>&nbsp;</span>
  if (live === 0) return <span>Nothing is waiting for a signature.</span>
  return <span>{live === 1 ? 'One process is' : `${live} processes are`} in progress.</span>
}
