import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { env } from '#lib/core/env'

/**
 * The mailbox shows everybody's mails, one-time codes and links to sign: only to a browser on this machine, as the
 * server saw by the connection itself, and only while there is no SMTP server to send them.
 */
export async function onlyHere(): Promise<void> {
  const local = (await headers()).get('x-paraph-local') === 'true'
  if (!local || env().smtpUrl) notFound()
}
