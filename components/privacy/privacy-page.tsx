'use client'

import { Download } from 'lucide-react'
import { privacyRules, usePrivacyRequests } from '#components/privacy/queries.ts'
import { Report } from '#components/privacy/report.tsx'
import { RequestButton } from '#components/privacy/request-dialogs.tsx'
import { ListTable } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'

const statuses: Record<PrivacyRequestRecord['status'], { label: string; tone: Tone; hollow?: boolean }> = {
  pending: { label: 'waiting', tone: 'plain', hollow: true },
  running: { label: 'running', tone: 'accent' },
  completed: { label: 'complete', tone: 'good' },
  blocked: { label: 'blocked', tone: 'danger' },
  expired: { label: 'expired', tone: 'plain', hollow: true },
}

const columns: Column<PrivacyRequestRecord>[] = [
  {
    head: 'Person',
    cell: ({ email, type }) => (
      <>
        <span className="block truncate font-medium" title={email}>
          {email}
        </span>
        <span className="block text-sm text-ink-soft">{type === 'export' ? 'Export' : 'Erasure'}</span>
      </>
    ),
  },
  {
    head: 'Status',
    phone: 'beside',
    className: 'sm:w-32',
    cell: ({ status }) => {
      const { label, ...badge } = statuses[status]
      return <Badge {...badge}>{label}</Badge>
    },
  },
  {
    head: 'Requested',
    className: 'text-sm text-ink-soft sm:w-52',
    cell: ({ created_at, requested_by }) => (
      <>
        <Time at={created_at} show="day" />
        {requested_by ? `, ${requested_by.name}` : null}
      </>
    ),
  },
  {
    head: 'File',
    quiet: true,
    className: 'sm:w-36 sm:text-right',
    cell: ({ id, email, download_url, expires_at }) =>
      download_url && expires_at ? (
        <span className="flex flex-col items-start gap-1 sm:items-end">
          <Button asChild size="sm">
            <a href={`/api/v1/privacy/requests/${id}/download`} download aria-label={`Data of ${email}`}>
              <Download className="size-4" aria-hidden="true" />
              ZIP
            </a>
          </Button>
          <span className="text-xs text-ink-faint">
            until <Time at={expires_at} show="day" />
          </span>
        </span>
      ) : null,
  },
]

/** The requests to export or erase the data of people. */
export function PrivacyPage() {
  const listing = useListing(privacyRules)
  const requests = usePrivacyRequests(listing.state)
  return (
    <PageBody>
      <PageHead
        title="Personal data"
        intro="Answer the requests of people to see or to erase what you hold on them."
        up={{ href: '/settings', label: 'Settings' }}
        actions={
          <>
            <RequestButton kind="export" />
            <RequestButton kind="erase" />
          </>
        }
      />
      <ListTable
        listing={listing}
        query={requests}
        label="Requests"
        columns={columns}
        details={(request) => <Report request={request} />}
        detailsLabel="Report"
        empty={<Empty title="No requests yet">Exports and erasures of personal data appear here.</Empty>}
      />
    </PageBody>
  )
}
