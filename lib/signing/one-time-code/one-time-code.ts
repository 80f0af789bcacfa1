import { createHmac } from 'node:crypto'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

const DIGITS = 6

/** How long a code is valid, how many attempts it has, and how soon another is sent. */
export const codeLimits = { validSeconds: 600, tries: 5, pauseSeconds: 30 } as const

/** The lifetime of a signing session after a code was confirmed. */
export const sessionSeconds = 12 * 3600

/**
 * The code sent to a signer at a time: six digits of an HMAC (truncated as in RFC 4226 5.3). The email is written from
 * it, and no table has the code.
 */
export function oneTimeCode(signerId: number, sentAt: Date): string {
  const mac = createHmac('sha256', deriveKey('signing code'))
    .update(`${signerId} ${sentAt.toISOString()}`)
    .digest()
  const at = mac[mac.length - 1]! & 15
  const number = mac.readUInt32BE(at) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The hash of a code that is stored. */
export function codeHash(signerId: number, code: string): string {
  return hmacHex(deriveKey('signing code hash'), `${signerId} ${code}`)
}
