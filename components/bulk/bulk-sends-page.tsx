'use client'

import { BulkStatus } from '#components/bulk/bulk-status.tsx'
import { bulkSendRules, useBulkSends } from '#components/bulk/queries.ts'
import { ListTable } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { RowLink } from '#components/ui/data-table.tsx'
import { Empty } from '#components/ui/states.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { BulkSendRecord } from '#lib/bulk/schema'

const columns: Column<BulkSendRecord>[] = [
  {
    head: 'Name',
    cell: ({ id, name, test_mode }) => (
      <RowLink href={`/templates/lists/${id}`} name={name}>
        <TestTag show={test_mode} />
      </RowLink>
    ),
  },
  {
    head: 'Status',
    phone: 'beside',
    className: 'sm:w-36',
    cell: ({ status }) => <BulkStatus status={status} />,
  },
  {
    head: 'Sent',
    className: 'figures text-sm text-ink-soft sm:w-36',
    cell: ({ progress }) => `${progress.sent} of ${progress.total}`,
  },
  {
    head: 'Started',
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-32',
    cell: ({ created_at }) => <Time at={created_at} show="day" />,
  },
]

/** The lists that templates were sent to. */
export function BulkSendsPage() {
  const listing = useListing(bulkSendRules)
  const bulkSends = useBulkSends(listing.state)
  return (
    <PageBody>
      <PageHead
        title="Lists"
        intro="Templates that were sent to a list of people."
        up={{ href: '/templates', label: 'Templates' }}
      />
      <ListTable
        listing={listing}
        query={bulkSends}
        label="Lists"
        columns={columns}
        empty={<Empty title="No lists yet">Open a template and choose “Send to a list”.</Empty>}
      />
    </PageBody>
  )
}
