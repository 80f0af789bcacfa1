import { lt } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { findLocalEmails, listTenantIds } from '#db/tenancy/cross-tenant'
import { write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { env, keepsMailsLocally } from '#lib/core/env'
import { decryptEmail } from './decrypt-email.ts'
import type { InlineImage } from './queue.ts'

/** Then an email and the record that it was sent are deleted. */
export const EMAILS_KEPT_DAYS = 90

/** An email of an installation without SMTP, as /mailbox lists it. */
interface LocalEmail {
  id: number
  to: string
  subject: string
  createdAt: Date
}

/** The latest emails, or those of them to one address, of an installation without an SMTP server, newest first; empty with one. */
export async function listLocalEmails(to: string | null = null): Promise<LocalEmail[]> {
  if (!keepsMailsLocally(env())) return []
  const rows = await findLocalEmails(to)
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: decryptEmail(row).subject,
    createdAt: row.createdAt,
  }))
}

/** One of the latest emails with its content; null for an unknown id. */
export async function readLocalEmail(
  id: number,
): Promise<(LocalEmail & { html: string; text: string }) | null> {
  if (!keepsMailsLocally(env())) return null
  const [row] = await findLocalEmails(null, id)
  if (!row) return null
  const { subject, html, text, images = [] } = decryptEmail(row)
  const shownHtml = images.reduce(withImage, html)
  return { id: row.id, to: row.recipient, subject, html: shownHtml, text, createdAt: row.createdAt }
}

/** A browser resolves no `cid:`: the image becomes a data URL. */
function withImage(html: string, { cid, png }: InlineImage): string {
  return html.replaceAll(`src="cid:${cid}"`, `src="data:image/png;base64,${png}"`)
}

/** Deletes old emails of all tenants. */
export async function purgeEmails(now: Date): Promise<void> {
  for (const tenantId of await listTenantIds())
    await write({ tenantId }, (tx) =>
      tx.delete(mails).where(lt(mails.createdAt, addDays(now, -EMAILS_KEPT_DAYS))),
    )
}
