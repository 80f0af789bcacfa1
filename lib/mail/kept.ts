import { lt } from 'drizzle-orm'
import { everyTenant, localEmails } from '#db/cross-tenant'
import { mails } from '#db/schema/mail'
import { write } from '#db/tenant'
import { addDays } from '#lib/core/clock'
import { env, keepsMailsHere } from '#lib/core/env'
import { openLetter } from './letter.ts'

const KEPT_DAYS = 90

/** A mail that nobody sent, as /mailbox lists it. */
interface KeptMail {
  id: number
  to: string
  subject: string
  createdAt: Date
}

/** The last mails of an installation without an SMTP server, newest first; none where there is one. */
export async function listKeptMails(): Promise<KeptMail[]> {
  if (!keepsMailsHere(env())) return []
  const rows = await localEmails()
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: openLetter(row).subject,
    createdAt: row.createdAt,
  }))
}

/** One of them, with its text; null when there is none with this id. */
export async function readKeptMail(id: number): Promise<(KeptMail & { html: string; text: string }) | null> {
  if (!keepsMailsHere(env())) return null
  const row = (await localEmails()).find((mail) => mail.id === id)
  if (!row) return null
  const { subject, html, text } = openLetter(row)
  return { id: row.id, to: row.recipient, subject, html, text, createdAt: row.createdAt }
}

/** Removes mails of long ago, of every tenant. */
export async function forgetOldMails(now: Date): Promise<void> {
  for (const tenantId of await everyTenant()) {
    await write({ tenantId }, async (tx) => {
      await tx.delete(mails).where(lt(mails.createdAt, addDays(now, -KEPT_DAYS)))
    })
  }
}
