'use client'

import { Download } from 'lucide-react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { BulkStatus } from '#components/bulk/bulk-status.tsx'
import { useBulkAction, useBulkSend } from '#components/bulk/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import type { BulkSendRecord } from '#lib/bulk/schema'

const up = { href: '/templates/lists', label: 'Lists' }

/** The page of a list that is being sent. */
export function BulkSendPage({ id }: { id: number }) {
  const bulkSend = useBulkSend(id)
  if (!bulkSend.data) return <PageError query={bulkSend} title="This list" up={up} />
  return <BulkSendSections bulkSend={bulkSend.data} />
}

function BulkSendSections({ bulkSend }: { bulkSend: BulkSendRecord }) {
  const { id, name, status, progress, pause_reason: pauseReason } = bulkSend
  const done = progress.sent + progress.failed
  return (
    <PageBody narrow>
      <PageHead title={name} up={up} actions={<Actions bulkSend={bulkSend} />} />
      <TestBanner show={bulkSend.test_mode} />
      <div className="flex flex-col gap-8">
        <div>
          <progress
            aria-label="Rows that are sent or failed"
            max={progress.total}
            value={done}
            className="h-2 w-full accent-accent"
          />
          <p role="status" className="mt-2">
            {done} of {progress.total} rows are done.
            {pauseReason ? ` Paused: ${pauseReason}` : ''}
          </p>
        </div>
        <Section title="Details">
          <Facts
            rows={[
              { name: 'Status', value: <BulkStatus status={status} /> },
              { name: 'Sent', value: String(progress.sent) },
              { name: 'Failed', value: String(progress.failed) },
              { name: 'Remaining', value: String(progress.remaining) },
              { name: 'Started', value: <Time at={bulkSend.created_at} /> },
              ...(bulkSend.ended_at ? [{ name: 'Ended', value: <Time at={bulkSend.ended_at} /> }] : []),
              { name: 'Started by', value: bulkSend.created_by },
            ]}
          />
        </Section>
        <div>
          <Button asChild>
            <a href={`/api/v1/bulk-sends/${id}/result`} download>
              <Download className="size-4" aria-hidden="true" />
              Result as CSV
            </a>
          </Button>
        </div>
      </div>
    </PageBody>
  )
}

function Actions({ bulkSend: { id, status } }: { bulkSend: BulkSendRecord }) {
  const action = useBulkAction(id)
  const maySend = useCan('process.send')
  if (!maySend || status === 'completed' || status === 'cancelled') return null
  return (
    <>
      <QueryErrorMessage error={action.error} />
      <Button variant="danger-line" onClick={() => action.mutate('cancel')}>
        Cancel
      </Button>
      {status === 'running' ? (
        <Button busy={action.isPending} onClick={() => action.mutate('pause')}>
          Pause
        </Button>
      ) : (
        <Button variant="primary" busy={action.isPending} onClick={() => action.mutate('resume')}>
          Resume
        </Button>
      )}
    </>
  )
}
