import type { mails } from '#db/schema/mail'
import { open } from '#lib/core/secretbox'
import type { Letter } from './queue.ts'

/** What a mail that is not sent yet says. */
export function openLetter(mail: Pick<typeof mails.$inferSelect, 'tenantId' | 'content'>): Letter {
  if (!mail.content) throw new Error('The mail was sent; its text is not kept.')
  return JSON.parse(open('mail', mail.content, String(mail.tenantId)).toString()) as Letter
}
