import { sha256Hex } from '#lib/core/ids'
import { cookieFor, parseCookies } from '../request/cookies.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

/** 32 bytes, base64url. */
const TOKEN = /^[\w-]{43}$/
const HANDLE_CHARACTERS = 16
const COOKIE_SECONDS = 30 * 86_400

/**
 * The token of a mailed link leaves the browser's address the first time it is opened: a cookie that no script reads
 * keeps it, and the address goes on with a handle that is of no use without it. Each link has a cookie of its own, so
 * that one person may have several papers open.
 * @returns null where the path's last part is no token.
 */
export function exchange(part: string): { handle: string; cookie: string } | null {
  if (!TOKEN.test(part)) return null
  const handle = handleOf(part)
  return { handle, cookie: cookieFor(cookieNameOf(handle), part, '/', COOKIE_SECONDS) }
}

/**
 * The token a request of the ceremony stands for: in its path, or in the cookie that the path's handle names. Under the
 * cookie only our own pages may change anything.
 */
export function tokenOf(request: Request, part: string): string {
  if (TOKEN.test(part)) return part
  const cookie = parseCookies(request.headers.get('cookie'))[cookieNameOf(part)]
  if (cookie && request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request)
  return cookie ?? part
}

/** What stands for a token in addresses and names of cookies. */
export function handleOf(token: string): string {
  return sha256Hex(token).slice(0, HANDLE_CHARACTERS)
}

function cookieNameOf(handle: string): string {
  return `paraph-sign-${handle}`
}
