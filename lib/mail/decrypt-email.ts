import type { mails } from '#db/schema/mail'
import { decrypt } from '#lib/core/secretbox'
import type { EmailContent } from './queue.ts'

/** What a mail that is not sent yet says. */
export function decryptEmail(mail: Pick<typeof mails.$inferSelect, 'tenantId' | 'content'>): EmailContent {
  if (!mail.content) throw new Error('The mail was sent; its text is not kept.')
  return JSON.parse(decrypt('mail', mail.content, String(mail.tenantId)).toString()) as EmailContent
}
