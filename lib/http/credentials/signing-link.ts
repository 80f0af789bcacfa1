import { DAY_SECONDS, now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { linkHandle } from '#lib/processes/signers/link'
import { getPlace, isFrameSession, readFrameSession } from '#lib/signing/frame/frame-session'
import { type InPersonSession, readInPersonSession } from '#lib/signing/in-person/in-person-session'
import { formatCookie, parseCookies } from '../request/cookies.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

/** The token of a signing link: 32 bytes, base64url. */
const TOKEN = /^[\w-]{43}$/
const LINK_COOKIE = /^paraph-sign-([0-9a-f]{16})$/
const HANDLE = /^[0-9a-f]{16}$/
/** Of a code that was confirmed on the device of a host: with the ids of the process and of the host. */
const DEVICE_COOKIE = /^paraph-signing-session-(\d+)-(\d+)$/
const COOKIE_SECONDS = 30 * DAY_SECONDS
/** Of how many links a browser keeps the cookies: it sends all of them with each request, and proxies refuse 8 KB. */
const MAX_LINKS = 30
/** How many links a response removes at most: proxies refuse responses with headers of 4 KB. */
const MAX_REMOVED_LINKS = 10

/**
 * Moves the token of an emailed link out of the URL when it is first opened: into an HttpOnly cookie, while the URL
 * gets a handle that is useless without the cookie. Each link has its own cookie, so that several can be open at once;
 * the oldest beyond `MAX_LINKS` are removed and work again from their emails.
 * @param pathPart the last part of the path
 * @param cookieHeader the `Cookie` header of the request
 * @returns the `Set-Cookie` headers; null when it is not a token
 */
export function moveTokenToCookie(
  pathPart: string,
  cookieHeader: string | null,
): { handle: string; cookies: string[] } | null {
  if (!TOKEN.test(pathPart)) return null
  const handle = toHandle(pathPart)
  const cookie = formatCookie(getCookieName(handle), pathPart, '/', COOKIE_SECONDS)
  return { handle, cookies: [cookie, ...removeOldestLinks(cookieHeader, handle)] }
}

/** Browsers send the cookies of a path in the order of their creation, the oldest first (RFC 6265, 5.4). */
function removeOldestLinks(cookieHeader: string | null, openedHandle: string): string[] {
  const names = Object.keys(parseCookies(cookieHeader))
  const handles = names.flatMap((name) => LINK_COOKIE.exec(name)?.[1] ?? [])
  return handles
    .filter((handle) => handle !== openedHandle)
    .slice(0, 1 - MAX_LINKS)
    .slice(0, MAX_REMOVED_LINKS)
    .flatMap((handle) => [getCookieName(handle), getSessionCookieName(handle)])
    .filter((name) => names.includes(name))
    .map((name) => formatCookie(name, '', '/', 0))
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

/**
 * Whether the path is that of a link that was opened, without its cookie: the browser blocks cookies, it was deleted, or
 * the address was taken to another browser.
 */
export function lacksLinkCookie(pathPart: string, cookieHeader: string | null): boolean {
  return HANDLE.test(pathPart) && parseCookies(cookieHeader)[getCookieName(pathPart)] === undefined
}

/** Where the session of such a path takes place, if not on the page of a link. */
export function readPlace(pathPart: string): ReturnType<typeof getPlace> | undefined {
  const session = readFrameSession(pathPart, now())
  return session ? getPlace(session) : undefined
}

/** The handle that replaces a token in URLs and cookie names. */
export function toHandle(token: string): string {
  return linkHandle(sha256Hex(token))
}

function getCookieName(handle: string): string {
  return `paraph-sign-${handle}`
}

/** On the device of a host, what is in the place of the handle of a link in `getSessionCookieName`; null for other paths. */
export function readDeviceHandle(pathPart: string): string | null {
  const hostSession = readFrameSession(pathPart, now())?.inPerson
  const session = hostSession ? readInPersonSession(hostSession, null) : null
  return session && `${session.processId}-${session.hostId}`
}

/**
 * The `Set-Cookie` headers that end what signers have confirmed on the device of a host: it counts until the next page
 * between two signers of the same host or process, or the next page that is no signer's on such a device.
 * @param path that of the page, after `/sign/`
 */
export function endTurns(path: string, cookieHeader: string | null): string[] {
  const [place, token = ''] = path.split('/')
  if (place === 'frame') return []
  const shown = place === 'in-person' ? readInPersonSession(token, null) : null
  return endDeviceSessions(
    cookieHeader,
    ({ processId, hostId }) => !shown || shown.processId === processId || shown.hostId === hostId,
  )
}

/** The `Set-Cookie` headers that end what signers have confirmed on the devices of the hosts that `isEnded` selects. */
export function endDeviceSessions(
  cookieHeader: string | null,
  isEnded: (session: Pick<InPersonSession, 'processId' | 'hostId'>) => boolean,
): string[] {
  return Object.keys(parseCookies(cookieHeader)).flatMap((name) => {
    const [, processId, hostId] = DEVICE_COOKIE.exec(name) ?? []
    return hostId !== undefined && isEnded({ processId: Number(processId), hostId: Number(hostId) })
      ? [formatCookie(name, '', '/', 0)]
      : []
  })
}

/**
 * The name of the cookie with the session that was confirmed with a code: one for each link and, on the device of a host,
 * for each process of a host, as one signer follows the other.
 */
export function getSessionCookieName(handle: string): string {
  return `paraph-signing-session-${handle}`
}
