import { addDays } from '#lib/core/clock'
import { hmacHex, randomToken, sameSecret } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** How long a browser is known after its last login. */
export const KNOWN_DEVICE_DAYS = 365

/** The cookie name of one account: a browser can be known to several. It does not reveal the address. */
export function deviceCookieName(email: string): string {
  return `paraph-device-${sign('name', email).slice(0, 16)}`
}

/** Proof that somebody signed in to `email` from this browser: `id.expiry.signature`. */
export function issueDeviceToken(email: string, at: Date): string {
  const claim = `${randomToken(12)}.${addDays(at, KNOWN_DEVICE_DAYS).getTime()}`
  return `${claim}.${sign('device', `${email} ${claim}`)}`
}

/** The device's id when the proof is for this address and has not expired; else null. */
export function knownDeviceId(email: string, cookieValue: string, at: Date): string | null {
  const [id = '', expiry = '', signature = ''] = cookieValue.split('.')
  const genuine = sameSecret(signature, sign('device', `${email} ${id}.${expiry}`))
  return genuine && Number(expiry) > at.getTime() ? id : null
}

function sign(purpose: string, text: string): string {
  return hmacHex(deriveKey(`known device ${purpose}`), text)
}
