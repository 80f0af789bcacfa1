import { createHmac } from 'node:crypto'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

const DIGITS = 6

/** How long a code is good, how often it may be guessed, and how soon another is sent. */
export const codeLimits = { validSeconds: 600, tries: 5, pauseSeconds: 30 } as const

/** How long a confirmed code opens the documents, in the browser that confirmed it. */
export const sessionSeconds = 12 * 3600

/**
 * The code that was sent to a signer at an instant: six digits of an HMAC (as RFC 4226 5.3 cuts them), so that the one
 * who writes the mail can tell it and no table holds it.
 */
export function oneTimeCode(signerId: number, sentAt: Date): string {
  const mac = createHmac('sha256', deriveKey('signing code'))
    .update(`${signerId} ${sentAt.toISOString()}`)
    .digest()
  const at = mac[mac.length - 1]! & 15
  const number = mac.readUInt32BE(at) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** What is stored of a code. */
export function codeHash(signerId: number, code: string): string {
  return hmacHex(deriveKey('signing code hash'), `${signerId} ${code}`)
}
