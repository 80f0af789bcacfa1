import type { Metadata } from 'next'
import { MailFrame } from '#components/mailbox/mail-frame.tsx'
import { MailList } from '#components/mailbox/mail-list.tsx'
import { Refresh } from '#components/mailbox/refresh.ts'
import { listLocalEmails } from '#lib/mail/local-mailbox'
import { onlyHere } from './only-here.ts'

export const metadata: Metadata = { title: 'Mailbox · Paraph' }

/** All emails, or with `?to=` those to one address. */
export default async function Mailbox({
  searchParams,
}: {
  searchParams: Promise<{ to?: string | string[] }>
}) {
  await onlyHere()
  // PostgreSQL knows no NUL.
  const to = [(await searchParams).to].flat()[0]?.replaceAll('\0', '') || null
  const mails = await listLocalEmails(to)
  return (
    <MailFrame>
      <Refresh />
      <h1 className="heading text-3xl">Mailbox</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        No SMTP server is configured, so no email leaves this machine: every email that would be sent is shown
        here, for browsers on this machine only. Set <code className="font-mono text-sm">SMTP_URL</code> to
        send them.
      </p>
      {to ? <p className="mt-2 break-words">Only emails to {to}</p> : null}
      <MailList mails={mails.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() }))} />
    </MailFrame>
  )
}
