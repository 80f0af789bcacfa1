import { decode, encode } from 'next-auth/jwt'
import { DAY_SECONDS } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { deriveKey } from '#lib/core/secretbox'
import { LOGIN_DAYS } from '#lib/identity/rules'
import { formatCookie, isSecure, parseCookies } from '../request/cookies.ts'

/** How long a browser keeps the session id. */
export const SESSION_SECONDS = LOGIN_DAYS * DAY_SECONDS

/** The secret that next-auth encrypts its cookie with. */
export function cookieSecret(): string {
  return deriveKey('dashboard cookie').export().toString('base64url')
}

/** The name that next-auth uses; the prefix makes browsers require https. */
function cookieName(): string {
  return `${isSecure() ? '__Secure-' : ''}next-auth.session-token`
}

/** The cookie in which next-auth stores the URL to return to. */
export function callbackCookieName(): string {
  return `${isSecure() ? '__Secure-' : ''}next-auth.callback-url`
}

/** The path to return to after a sign-in, from the cookie of next-auth; undefined without one of this service. */
export function readCallbackPath({ headers }: { headers: Headers }): string | undefined {
  const { appUrl } = env()
  const value = parseCookies(headers.get('cookie'))[callbackCookieName()]
  if (!value || !URL.canParse(value, appUrl)) return undefined
  const { origin, pathname, search } = new URL(value, appUrl)
  return origin === new URL(appUrl).origin ? pathname + search : undefined
}

/** The dashboard's cookie with a new session, as next-auth writes it. */
export async function sessionCookie(userId: string, sessionId: string): Promise<string> {
  const token = { sub: userId, sid: sessionId }
  const value = await encode({ token, secret: cookieSecret(), maxAge: SESSION_SECONDS })
  return formatCookie(cookieName(), value, '/', SESSION_SECONDS)
}

/** The `Set-Cookie` header that removes the dashboard's cookie. */
export const endedSessionCookie = (): string => formatCookie(cookieName(), '', '/', 0)

/** The cookie with the path to return to, as next-auth writes it. */
export function callbackCookie(path: string): string {
  return formatCookie(callbackCookieName(), encodeURIComponent(env().appUrl + path), '/', SESSION_SECONDS)
}

/** The session id in the dashboard's cookie; null without a valid cookie. */
export async function readSessionId(cookies: string | null): Promise<string | null> {
  const encrypted = parseCookies(cookies)[cookieName()]
  if (!encrypted) return null
  const token = await decode({ token: encrypted, secret: cookieSecret() }).catch(() => null)
  return typeof token?.sid === 'string' ? token.sid : null
}
