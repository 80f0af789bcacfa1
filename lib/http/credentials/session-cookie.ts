import { decode } from 'next-auth/jwt'
import { deriveKey } from '#lib/core/secretbox'
import { isSecure, parseCookies } from '../request/cookies.ts'

/** What next-auth encrypts its cookie with. */
export function cookieSecret(): string {
  return deriveKey('dashboard cookie').export().toString('base64url')
}

/** next-auth's own name for it; the prefix makes browsers require https. */
function cookieName(): string {
  return `${isSecure() ? '__Secure-' : ''}next-auth.session-token`
}

/** The cookie in which next-auth remembers where to return to. */
export function callbackCookieName(): string {
  return `${isSecure() ? '__Secure-' : ''}next-auth.callback-url`
}

/** The session id in the dashboard's cookie; null when there is no cookie of ours. */
export async function sessionIdOf(cookies: string | null): Promise<string | null> {
  const sealed = parseCookies(cookies)[cookieName()]
  if (!sealed) return null
  const token = await decode({ token: sealed, secret: cookieSecret() }).catch(() => null)
  return typeof token?.sid === 'string' ? token.sid : null
}
