import type { EmailContent } from './queue.ts'

/** Words of an email that may be secrets: one-time codes, and parts of links such as their tokens. */
const SECRET_WORD = /[\w-]*\d[\w-]{3,}|[\w-]{20,}/g

/** The reply of a mail server without the links and codes of the email, which some servers quote. */
export function withoutSecrets(reply: string, { text }: Pick<EmailContent, 'text'>): string {
  const words = new Set(text.match(SECRET_WORD))
  return reply.replaceAll(SECRET_WORD, (word) => (words.has(word) ? '…' : word))
}
