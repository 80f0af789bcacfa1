import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailFrame } from '#components/mailbox/mail-frame'
import { MailView } from '#components/mailbox/mail-view'
import { readKeptMail } from '#lib/mail/kept'
import { onlyHere } from '../only-here.ts'

export const metadata: Metadata = { title: 'Mail' }

export default async function Mail({ params }: { params: Promise<{ id: string }> }) {
  await onlyHere()
  const mail = await readKeptMail(Number((await params).id))
  if (!mail) notFound()
  return (
    <MailFrame>
      <MailView mail={{ ...mail, createdAt: mail.createdAt.toISOString() }} />
    </MailFrame>
  )
}
