import { decrypt, encrypt } from '#lib/core/secretbox'
import { CHALLENGE_SECONDS } from '#lib/identity/factors/rules'
import type { PendingLink } from '#lib/identity/sso/sign-in-refused'
import { formatCookie, parseCookies } from '../request/cookies.ts'

const CHALLENGE_COOKIE = 'paraph-challenge'
const LINK_COOKIE = 'paraph-provider-link'
const LINK_PURPOSE = 'provider link'
/** Long enough to enter the password and the second factor. */
const LINK_SECONDS = 600

/** The page that asks for the second factor after the provider. */
export const FACTOR_PAGE = '/login/second-factor'

/** The cookie that carries the challenge of a second factor from the provider's callback to that page. */
export function challengeCookie(challenge: string): string {
  return formatCookie(CHALLENGE_COOKIE, challenge, FACTOR_PAGE, CHALLENGE_SECONDS)
}

export function readChallenge({ headers }: { headers: Headers }): string | null {
  return parseCookies(headers.get('cookie'))[CHALLENGE_COOKIE] ?? null
}

/** The cookie with a link that waits for the administrator's password; encrypted, so that no other link can be made. */
export function linkCookie(link: PendingLink, time: Date): string {
  const expiresAt = time.getTime() + LINK_SECONDS * 1000
  const value = encrypt(LINK_PURPOSE, Buffer.from(JSON.stringify({ link, expiresAt }))).toString('base64url')
  return formatCookie(LINK_COOKIE, value, '/api/auth', LINK_SECONDS)
}

/** The link that waits for the password of this user; null without one. */
export function readPendingLink(
  { headers }: { headers: Headers },
  userId: number,
  time: Date,
): PendingLink | null {
  const value = parseCookies(headers.get('cookie'))[LINK_COOKIE]
  if (!value) return null
  try {
    const { link, expiresAt } = JSON.parse(
      decrypt(LINK_PURPOSE, Buffer.from(value, 'base64url')).toString(),
    ) as { link: PendingLink; expiresAt: number }
    return link.userId === userId && expiresAt > time.getTime() ? link : null
  } catch {
    return null
  }
}

/** Deletes the cookie of a link. */
export function endedLinkCookie(): string {
  return formatCookie(LINK_COOKIE, '', '/api/auth', 0)
}
