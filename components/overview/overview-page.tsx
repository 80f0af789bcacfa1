'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { DropZone } from '#components/documents/upload/drop-zone.tsx'
import { UploadButton } from '#components/documents/upload/upload-button.tsx'
import { UploadList } from '#components/documents/upload/upload-list.tsx'
import { Activity } from '#components/overview/activity.tsx'
import { CountTiles } from '#components/overview/count-tiles.tsx'
import { NextStep } from '#components/overview/next-step.tsx'
import { ExpiringProcesses, WaitingForUser } from '#components/overview/process-rows.tsx'
import * as lists from '#components/overview/queries.ts'
import { QuotaUsage } from '#components/overview/quota-usage.tsx'
import { WaitingList } from '#components/overview/waiting-list.tsx'
import { NewProcessButton } from '#components/processes/list/new-process-button.tsx'
import { useProcessColumns } from '#components/processes/list/process-columns.tsx'
import { useProcesses } from '#components/processes/queries.ts'
import { useAccount, useCan } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { useVaultStatistics } from '#components/vault/queries.ts'

/** Pending signatures and the next step. */
export function OverviewPage() {
  const t = useTranslations()
  const { now, timeZone } = usePreferences()
  const account = useAccount()
  const liveProcesses = useProcesses(...lists.liveProcesses)
  const drafts = useProcesses(...lists.drafts)
  const ended = lists.useEndedProcesses()
  const expiring = useProcesses(...lists.expiringProcesses(now(), timeZone))
  const email = account.data?.user.email ?? ''
  const processesForUser = useProcesses(...lists.processesWaitingFor(email))
  const statistics = lists.useProcessStatistics()
  const vaultStatistics = useVaultStatistics()
  const processColumns = useProcessColumns({ ended: true })
  const mayWrite = useCan('process.write')
  const queries = [
    account,
    liveProcesses,
    drafts,
    ...ended.queries,
    expiring,
    processesForUser,
    statistics,
    vaultStatistics,
  ]
  const error = queries.find((query) => query.error)?.error ?? null
  const hasProcesses = statistics.data && Object.values(statistics.data.by_status).some((count) => count > 0)
  const firstName = account.data?.user.name.split(' ')[0]

  return (
    <PageBody>
      <PageHead
        tabTitle={t('shell.nav.overview')}
        title={firstName ? t('overview.greetingName', { name: firstName }) : t('overview.greeting')}
        intro={
          liveProcesses.data ? (
            t('overview.inProgress', { count: liveProcesses.data.meta.total })
          ) : (
            <>&nbsp;</>
          )
        }
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
        onRetry={() => void Promise.all(queries.map((query) => query.refetch()))}
      />
      <DropZone>
        <UploadList />
        {statistics.data && hasProcesses && expiring.data && vaultStatistics.data ? (
          <CountTiles
            statistics={statistics.data}
            expiringCount={expiring.data.meta.total}
            vaultExpiringCount={vaultStatistics.data.expiring_soon}
          />
        ) : null}
        <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="flex min-w-0 flex-col gap-10">
            <NextStep
              drafts={drafts.data?.data}
              ended={ended.data}
              liveProcesses={liveProcesses.data?.data}
              hasProcesses={hasProcesses}
              mayWrite={mayWrite}
            />
            {processesForUser.data ? (
              <WaitingForUser
                processes={processesForUser.data.data}
                total={processesForUser.data.meta.total}
                email={email}
              />
            ) : null}
            <Section
              title={t('overview.waiting.title')}
              headerActions={<AllLink href="/processes?status=sent,in_progress" />}
            >
              {liveProcesses.data ? (
                <WaitingList processes={liveProcesses.data.data} total={liveProcesses.data.meta.total} />
              ) : null}
            </Section>
            {expiring.data ? <ExpiringProcesses processes={expiring.data.data} /> : null}
            {ended.data && ended.data.length > 0 ? (
              <Section title={t('overview.ended')} headerActions={<AllLink href="/processes" />}>
                <Card>
                  <DataTable label={t('overview.ended')} columns={processColumns} rows={ended.data} />
                </Card>
              </Section>
            ) : null}
          </div>
          <div className="flex min-w-0 flex-col gap-10">
            {account.data ? <QuotaUsage account={account.data} /> : null}
            {statistics.data && hasProcesses ? <Activity statistics={statistics.data} /> : null}
          </div>
        </div>
      </DropZone>
    </PageBody>
  )
}

function AllLink({ href }: { href: string }) {
  const t = useTranslations('common')
  return (
    <Link href={href} className="text-sm text-ink-soft hover:text-ink hover:underline">
      {t('all')}
    </Link>
  )
}
