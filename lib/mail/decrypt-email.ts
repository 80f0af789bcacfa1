import type { mails } from '#db/schema/mail'
import { decrypt } from '#lib/core/secretbox'
import type { EmailContent } from './queue.ts'

/** The content of an email that was not sent yet. */
export function decryptEmail(mail: Pick<typeof mails.$inferSelect, 'tenantId' | 'content'>): EmailContent {
  if (!mail.content) throw new Error('The email was sent or has failed; its content was deleted.')
  return JSON.parse(decrypt('mail', mail.content, String(mail.tenantId)).toString()) as EmailContent
}
