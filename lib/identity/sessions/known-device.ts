import { addDays } from '#lib/core/clock'
import { hmacHex, randomToken, sameSecret } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** How long a browser stays known after its last login. */
export const KNOWN_DEVICE_DAYS = 365

/** The name of the cookie for one account: a browser can be known to several. The name does not reveal the email. */
export function deviceCookieName(email: string): string {
  return `paraph-device-${sign('name', email).slice(0, 16)}`
}

/**
 * The cookie value that proves a login to `email` from this browser: `id.expiry.signature`. Only for an account whose
 * address is confirmed: attempts from the browser do not count at all accounts of the address.
 */
export function issueDeviceToken(email: string, time: Date): string {
  const content = `${randomToken(12)}.${addDays(time, KNOWN_DEVICE_DAYS).getTime()}`
  return `${content}.${sign('confirmed', `${email} ${content}`)}`
}

/** The device's id when the cookie value is for this email and has not expired; else null. */
export function parseKnownDeviceId(email: string, cookieValue: string, time: Date): string | null {
  const [id = '', expiry = '', signature = ''] = cookieValue.split('.')
  const isGenuine = sameSecret(signature, sign('confirmed', `${email} ${id}.${expiry}`))
  return isGenuine && Number(expiry) > time.getTime() ? id : null
}

function sign(purpose: string, text: string): string {
  return hmacHex(deriveKey(`known device ${purpose}`), text)
}
