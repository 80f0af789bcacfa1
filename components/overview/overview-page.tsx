'use client'

import Link from 'next/link'
import { QueryFault } from '#components/api/query-fault'
import { DropZone, UploadButton } from '#components/documents/drop-zone'
import { UploadList } from '#components/documents/upload-list'
import { NextThing } from '#components/overview/next-thing'
import { PlanUse } from '#components/overview/plan-use'
import { WaitingList } from '#components/overview/waiting-list'
import { ProcessTable } from '#components/processes/process-table'
import { NewProcessButton } from '#components/processes/processes-page'
import { useProcesses } from '#components/processes/queries'
import { useAccount, useMay } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Section, Sheet } from '#components/ui/sheet'
import { SkeletonRows } from '#components/ui/states'

/** What waits for whom, and the next thing to do. */
export function OverviewPage() {
  const account = useAccount()
  const live = useProcesses({ status: 'sent,in_progress', per_page: 50 })
  const drafts = useProcesses({ status: 'draft', per_page: 3 })
  const ended = useProcesses({ status: 'completed,refused,expired', per_page: 5 })
  const mayWrite = useMay('process.write')
  const error = live.error ?? drafts.error ?? ended.error ?? account.error
  const first = account.data?.user.name.split(' ')[0]

  return (
    <PageBody>
      <PageHead
        title={first ? `Good day, ${first}` : 'Good day'}
        lead={<Tally live={live.data?.meta.total} />}
        actions={
          mayWrite ? (
            <>
              <UploadButton look="line" />
              <NewProcessButton />
            </>
          ) : null
        }
      />
      <QueryFault
        error={error}
        className="mb-6"
        onRetry={() => void Promise.all([live, drafts, ended, account].map((one) => one.refetch()))}
      />
      <DropZone>
        <UploadList />
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="flex min-w-0 flex-col gap-10">
            <NextThing
              drafts={drafts.data?.data}
              ended={ended.data?.data}
              live={live.data?.data}
              mayWrite={mayWrite}
            />
            <Section title="Waiting for" aside={<More href="/processes?status=sent,in_progress" />}>
              {live.data ? (
                <WaitingList processes={live.data.data} />
              ) : error ? null : (
                <SkeletonRows rows={3} />
              )}
            </Section>
            {ended.data && ended.data.data.length > 0 ? (
              <Section title="Lately ended" aside={<More href="/processes" />}>
                <Sheet>
                  <ProcessTable processes={ended.data.data} />
                </Sheet>
              </Section>
            ) : null}
          </div>
          <PlanUse account={account.data} />
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

function Tally({ live }: { live: number | undefined }) {
  if (live === undefined) return <span>&nbsp;</span>
  if (live === 0) return <span>Nothing waits for anybody.</span>
  return <span>{live === 1 ? 'One process is' : `${live} processes are`} on the way.</span>
}
