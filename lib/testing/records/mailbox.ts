import { asc } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { read, type Tx, write } from '#db/tenancy/tenant'
import type { EventType } from '#lib/audit/events'
import type { RecordedEvent } from '#lib/audit/trail'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { decryptEmail } from '#lib/mail/decrypt-email'
import type { EmailContent } from '#lib/mail/queue'
import { notices } from '#lib/notices/notices'
import type { TestTenant } from '../users/tenant.ts'
import { dispatchAll } from './announcements.ts'
import { loadEvents } from './signing-session.ts'

type WithCtx = { ctx: Ctx }

/** Dispatches all events of a tenant to the notices, as the worker would: they write the emails. */
export async function dispatchEvents({ ctx }: WithCtx): Promise<void> {
  await dispatchAll(ctx, notices)
}

/**
 * Writes the emails of a process while `change` runs, which does not see them, and then those of its events. They are queued,
 * and nobody takes them.
 */
export async function writeEmailsDuring(
  tenant: TestTenant,
  processId: number,
  change: () => Promise<unknown>,
): Promise<void> {
  const handle = async (tx: Tx, events: RecordedEvent[]) => {
    env().smtpUrl = 'smtp://127.0.0.1:9'
    const handled = events.filter(({ type }) => notices.eventTypes.includes(type as EventType))
    await notices.handle(tx, { ...tenant.ctx, now: now() }, handled)
    env().smtpUrl = null
  }
  const before = await loadEvents(tenant, processId)
  await write(tenant.ctx, async (tx) => {
    await handle(tx, before)
    await change()
  })
  const after = (await loadEvents(tenant, processId)).slice(before.length)
  await write(tenant.ctx, (tx) => handle(tx, after))
}

/** The emails of a tenant, oldest first. */
export async function loadEmails({ ctx }: WithCtx): Promise<(EmailContent & { to: string })[]> {
  const rows = await read(ctx, (reader) => reader.select().from(mails).orderBy(asc(mails.id)))
  return rows.map((row) => ({ to: row.recipient, ...decryptEmail(row) }))
}

/** Makes a function that dispatches events and returns the emails written since its last call. */
export function watchEmails(actor: WithCtx) {
  let seenCount = 0
  return async () => {
    await dispatchEvents(actor)
    const emails = await loadEmails(actor)
    const newEmails = emails.slice(seenCount)
    seenCount = emails.length
    return newEmails
  }
}
