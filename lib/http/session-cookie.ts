import { decode } from 'next-auth/jwt'
import { env } from '#lib/core/env'
import { deriveKey } from '#lib/core/secretbox'

/** What next-auth encrypts its cookie with. */
export function cookieSecret(): string {
  return Buffer.from(deriveKey('dashboard cookie')).toString('base64url')
}

export function isSecure(): boolean {
  return env().appUrl.startsWith('https:')
}

/** next-auth's own name for it; the prefix makes browsers insist on https. */
export function cookieName(): string {
  return `${isSecure() ? '__Secure-' : ''}next-auth.session-token`
}

/** The session id in the dashboard's cookie; null when there is no cookie of ours. */
export async function sessionIdOf(cookies: string | null): Promise<string | null> {
  const sealed = parseCookies(cookies)[cookieName()]
  if (!sealed) return null
  const token = await decode({ token: sealed, secret: cookieSecret() }).catch(() => null)
  return typeof token?.sid === 'string' ? token.sid : null
}

/** The cookies of a `Cookie` header, decoded; the first of a name counts. */
export function parseCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at > 0 && !Object.hasOwn(cookies, name)) cookies[name] = decoded(pair.slice(at + 1).trim())
  }
  return cookies
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
