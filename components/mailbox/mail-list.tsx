import Link from 'next/link'
import { Empty } from '#components/ui/states'
import { Time } from '#components/ui/time'

interface Mail {
  id: number
  to: string
  subject: string
  createdAt: string
}

/** The kept mails, newest first. */
export function MailList({ mails }: { mails: Mail[] }) {
  if (mails.length === 0) {
    return (
      <Empty title="No mail yet" className="mt-6">
        Send a document to somebody: the mail to them appears here within a moment.
      </Empty>
    )
  }
  return (
    <ul aria-label="Mails" className="mt-8 border-t border-rule">
      {mails.map((mail) => (
        <li key={mail.id} className="border-b border-rule">
          <Link
            href={`/mailbox/${mail.id}`}
            className="grid gap-x-6 px-2 py-3 hover:bg-well sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto] sm:items-baseline"
          >
            <span className="truncate text-sm text-ink-soft">{mail.to}</span>
            <span className="font-medium">{mail.subject}</span>
            <span className="text-sm text-ink-faint">
              <Time at={mail.createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
