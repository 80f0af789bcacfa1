import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { env, keepsMailsLocally } from '#lib/core/env'
import { isLocal } from '#lib/http/request/address'

/**
 * The mailbox shows all emails with one-time codes and signing links, so it is open only to direct connections from
 * this machine, and only without an SMTP server and with a loopback `APP_URL`.
 */
export async function onlyHere(): Promise<void> {
  if (!isLocal({ headers: await headers() }) || !keepsMailsLocally(env())) notFound()
}
