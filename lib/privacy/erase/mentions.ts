import { and, eq, inArray } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import { decryptEmail } from '#lib/mail/decrypt-email'
import { isPerson } from '../conditions.ts'
import type { EraseStep } from './step.ts'

/** What emails put into a name or address, so that no client turns it into a link. */
const ZERO_WIDTH_NON_JOINER = /\u200c/g

/**
 * Emails to others that mention the person, of an installation without SMTP: only such emails keep their content. Runs
 * before the names in the database are replaced.
 */
export const eraseMentions: EraseStep = async (tx, { tenantId }, person) => {
  const names = await tx
    .selectDistinct({ name: signers.name })
    .from(signers)
    .where(and(eq(signers.tenantId, tenantId), isPerson(person)))
  const texts = [person.email, ...names.map(({ name }) => name.toLowerCase())]
  const kept = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.tenantId, tenantId), eq(mails.status, 'local')))
  const ids = kept
    .filter((mail) => {
      if (!mail.content) return false
      const { subject, text } = decryptEmail(mail)
      const plainText = `${subject}\n${text}`.replace(ZERO_WIDTH_NON_JOINER, '').toLowerCase()
      return texts.some((mention) => plainText.includes(mention))
    })
    .map(({ id }) => id)
  if (ids.length > 0) await tx.delete(mails).where(and(eq(mails.tenantId, tenantId), inArray(mails.id, ids)))
  return { emails: ids.length }
}
