import { CHALLENGE_SECONDS } from '#lib/identity/factors/rules'
import type { PendingLink } from '#lib/identity/sso/sign-in-refused'
import { formatCookie, parseCookies } from '../request/cookies.ts'
import { encryptedCookie, readEncryptedCookie } from './encrypted-cookie.ts'

const CHALLENGE_COOKIE = 'paraph-challenge'
const PENDING_LINK_COOKIE = 'paraph-provider-link'
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
  return encryptedCookie(PENDING_LINK_COOKIE, link, '/api/auth', LINK_SECONDS, time)
}

/** The link that waits for the password of this user; null without one. */
export function readPendingLink(
  { headers }: { headers: Headers },
  userId: number,
  time: Date,
): PendingLink | null {
  const link = readEncryptedCookie<PendingLink>(headers, PENDING_LINK_COOKIE, LINK_SECONDS, time)
  return link?.userId === userId ? link : null
}

/** Deletes the cookie of a link. */
export function endedLinkCookie(): string {
  return formatCookie(PENDING_LINK_COOKIE, '', '/api/auth', 0)
}
