import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailFrame } from '#components/mailbox/mail-frame.tsx'
import { MailView } from '#components/mailbox/mail-view.tsx'
import { readLocalEmail } from '#lib/mail/local-mailbox'
import { onlyHere } from '../only-here.ts'

export const metadata: Metadata = { title: 'Email · Paraph' }

export default async function Mail({ params }: { params: Promise<{ id: string }> }) {
  await onlyHere()
  const mail = await readLocalEmail(Number((await params).id))
  if (!mail) notFound()
  return (
    <MailFrame>
      <MailView mail={{ ...mail, createdAt: mail.createdAt.toISOString() }} />
    </MailFrame>
  )
}
