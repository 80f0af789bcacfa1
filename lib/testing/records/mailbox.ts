import { asc } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { decryptEmail } from '#lib/mail/decrypt-email'
import type { EmailContent } from '#lib/mail/queue'
import { notices } from '#lib/notices/notices'
import { dispatchAll } from './announcements.ts'

type WithCtx = { ctx: Ctx }

/** Dispatches all events of a tenant to the notices, as the worker would: they write the emails. */
export async function dispatchEvents({ ctx }: WithCtx): Promise<void> {
  await dispatchAll(ctx, notices)
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
