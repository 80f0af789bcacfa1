import { cleanText } from '#lib/core/text/clean'
import type { EmailContent } from './queue.ts'

/** In UTF-16 code units. */
const MAX_CHARACTERS = 500

/** Words of an email that may be secrets: one-time codes, and parts of links such as their tokens. */
const SECRET_WORD = /[\w-]*\d[\w-]{3,}|[\w-]{20,}/g

/** The status of a reply (RFC 5321, 4.2), and the enhanced one (RFC 3463); either may be missing. */
const STATUS = /^(?:[245]\d\d\b)?[ -]?(?:[245]\.\d{1,3}\.\d{1,3}\b)?/

/** What a mail server says, as it is stored: cut, and without characters that PostgreSQL refuses in JSON. */
export function cleanReply(reply: string): string {
  return cleanText(reply.slice(0, MAX_CHARACTERS))
}

/** The status of a reply without its text, which may quote an address: `550 5.1.1`. */
export function readStatus(reply: string): string {
  return STATUS.exec(reply)![0].replace('-', ' ').trim()
}

/** The reply of a mail server without the links and codes of the email, which some servers quote. */
export function withoutSecrets(reply: string, { text }: Pick<EmailContent, 'text'>): string {
  const words = new Set(text.match(SECRET_WORD))
  return reply.replaceAll(SECRET_WORD, (word) => (words.has(word) ? '…' : word))
}
