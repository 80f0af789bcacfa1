import { createHmac } from 'node:crypto'
import { secondsUntil } from '#lib/core/clock'
import { hmacHex, sixDigits } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** How long a code is valid, how many attempts it has, and the pause before another is sent. */
export const codeLimits = { validSeconds: 600, tries: 5, pauseSeconds: 30 } as const

/**
 * Whether a code is still valid; not one that was sent before the clock of the database was set back.
 * @param expiresAt null: no code was sent
 * @param validSeconds how long it is valid from when it is sent
 */
export function isCodeValid(
  expiresAt: Date | null,
  now: Date,
  validSeconds: number = codeLimits.validSeconds,
): boolean {
  return expiresAt !== null && secondsUntil(expiresAt, now, validSeconds) > 0
}

/** The lifetime of a signing session after a code was confirmed: 12 hours. */
export const sessionSeconds = 12 * 3600

/**
 * The code sent to a signer at `sentAt`: the email derives it again, so that no table stores the code.
 */
export function oneTimeCode(signerId: number, sentAt: Date): string {
  const mac = createHmac('sha256', deriveKey('signing code'))
    .update(`${signerId} ${sentAt.toISOString()}`)
    .digest()
  return sixDigits(mac)
}

/** The hash of a code that is stored. */
export function codeHash(signerId: number, code: string): string {
  return hmacHex(deriveKey('signing code hash'), `${signerId} ${code}`)
}
