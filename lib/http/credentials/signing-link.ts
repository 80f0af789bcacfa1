import { now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { getPlace, isFrameSession, readFrameSession } from '#lib/signing/frame/frame-session'
import { formatCookie, parseCookies } from '../request/cookies.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

/** The token of a signing link: 32 bytes, base64url. */
const TOKEN = /^[\w-]{43}$/
/** How many characters of the token's SHA-256 in hexadecimal are the handle. */
const HANDLE_CHARACTERS = 16
const COOKIE_SECONDS = 30 * 86_400

/**
 * Moves the token of an emailed link out of the URL when it is first opened: into an HttpOnly cookie, while the URL
 * gets a handle that is useless without the cookie. Each link has its own cookie, so that several can be open at once.
 * @param pathPart the last part of the path
 * @returns null when it is not a token
 */
export function moveTokenToCookie(pathPart: string): { handle: string; cookie: string } | null {
  if (!TOKEN.test(pathPart)) return null
  const handle = toHandle(pathPart)
  return { handle, cookie: formatCookie(getCookieName(handle), pathPart, '/', COOKIE_SECONDS) }
}

/**
 * The token of a request of the signing session: in its path, in the session of a frame in the path, or in the cookie
 * that the handle in the path names. With the cookie, only requests from the same origin may change anything.
 */
export function readSigningToken(request: Request, pathPart: string): string {
  if (TOKEN.test(pathPart)) return pathPart
  if (isFrameSession(pathPart)) return readFrameSession(pathPart, now())?.token ?? pathPart
  const cookie = parseCookies(request.headers.get('cookie'))[getCookieName(pathPart)]
  if (cookie && request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request)
  return cookie ?? pathPart
}

/** Where the session of such a path takes place, if not on the page of a link. */
export function readPlace(pathPart: string): ReturnType<typeof getPlace> | undefined {
  const session = readFrameSession(pathPart, now())
  return session ? getPlace(session) : undefined
}

/** The handle that replaces a token in URLs and cookie names. */
export function toHandle(token: string): string {
  return sha256Hex(token).slice(0, HANDLE_CHARACTERS)
}

function getCookieName(handle: string): string {
  return `paraph-sign-${handle}`
}
