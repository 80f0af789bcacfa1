'use client'

import { Card } from '#components/ui/card.tsx'
import { Empty } from '#components/ui/states.tsx'
import { DataTable, RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'

interface Mail {
  id: number
  to: string
  subject: string
  createdAt: string
}

const columns: Column<Mail>[] = [
  { head: 'Subject', cell: ({ id, subject }) => <RowLink href={`/mailbox/${id}`} name={subject} /> },
  {
    head: 'To',
    className: 'text-sm text-ink-soft sm:w-64',
    cell: ({ to }) => <span className="block truncate">{to}</span>,
  },
  {
    head: 'Sent',
    className: 'text-sm text-ink-soft sm:w-48',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** The emails of the local mailbox, newest first. */
export function MailList({ mails }: { mails: Mail[] }) {
  if (mails.length === 0) {
    return (
      <Empty title="No emails yet" className="mt-6">
        Send a document for signature: its email appears here within a moment.
      </Empty>
    )
  }
  return (
    <Card className="mt-8">
      <DataTable label="Emails" columns={columns} rows={mails} />
    </Card>
  )
}
