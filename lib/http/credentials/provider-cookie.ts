import { DAY_SECONDS } from '#lib/core/clock'
import { findProvider, type SsoProvider } from '#lib/identity/sso/find-provider'
import { formatCookie, parseCookies } from '../request/cookies.ts'

const COOKIE_NAME = 'paraph-provider'
const COOKIE_DAYS = 365

/** The cookie with which /login offers the provider of the tenant that this browser has signed in to. */
export function providerCookie(handle: string): string {
  return formatCookie(COOKIE_NAME, handle, '/login', COOKIE_DAYS * DAY_SECONDS)
}

/** The provider of the tenant that this browser has signed in to; null without one. */
export async function findRememberedProvider(request: { headers: Headers }): Promise<SsoProvider | null> {
  const handle = parseCookies(request.headers.get('cookie'))[COOKIE_NAME]
  const provider = handle ? await findProvider(handle) : null
  return provider?.tenant ? provider : null
}
