import { createHmac } from 'node:crypto'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { sixDigits } from '#lib/signing/one-time-code/one-time-code'

/** The code sent to a visitor at `sentAt`. The email derives it again, so that no table stores it. */
export function visitorCode(visitId: number, sentAt: Date): string {
  const mac = createHmac('sha256', deriveKey('visitor code')).update(`${visitId} ${sentAt.toISOString()}`)
  return sixDigits(mac.digest())
}

/** The hash of a code that is stored. */
export function visitorCodeHash(visitId: number, code: string): string {
  return hmacHex(deriveKey('visitor code hash'), `${visitId} ${code}`)
}
