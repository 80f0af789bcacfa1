import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret, sixDigits } from '#lib/core/ids'

/** The alphabet of RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** RFC 4226, section 4, recommends 160 bits. */
const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** The accepted difference between the clocks of server and device, in steps. */
const SKEW_STEPS = 1

export function newTotpSecret(): Uint8Array {
  return randomBytes(SECRET_BYTES)
}

/** The code of a counter (HOTP, RFC 4226, section 5.3). */
export function hotpCode(secret: Uint8Array, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  return sixDigits(createHmac('sha1', secret).update(message).digest())
}

/** The number of the time step of `time` (RFC 6238, section 4). */
export function totpStep(time: Date): number {
  return Math.floor(time.getTime() / 1000 / STEP_SECONDS)
}

/** The time step whose code this is; null for a wrong code and for steps up to `lastStep`, whose codes were used. */
export function findMatchingStep(
  secret: Uint8Array,
  code: string,
  time: Date,
  lastStep: number | null,
): number | null {
  const current = totpStep(time)
  for (let step = current - SKEW_STEPS; step <= current + SKEW_STEPS; step++)
    if (step > (lastStep ?? -1) && sameSecret(hotpCode(secret, step), code)) return step
  return null
}

/** Base32 without padding, the form in which a secret is typed into an app. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The URL in the QR code, in the format of authenticator apps. */
export function otpauthUrl(secret: Uint8Array, account: string): string {
  const issuer = 'Paraph'
  const parameters = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: String(STEP_SECONDS),
  })
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${parameters}`
}
