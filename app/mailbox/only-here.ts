import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { env, keepsMailsLocally } from '#lib/core/env'
import { isLocal } from '#lib/http/request/address'

/**
 * The mailbox shows everyone's mails, one-time codes and links to sign: only to a browser on this machine, as the
 * server saw by the connection itself, and only while there is no SMTP server and `APP_URL` is this machine too.
 */
export async function onlyHere(): Promise<void> {
  if (!isLocal({ headers: await headers() }) || !keepsMailsLocally(env())) notFound()
}
