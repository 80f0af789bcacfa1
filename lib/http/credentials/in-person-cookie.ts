import { now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { IN_PERSON_SECONDS } from '#lib/signing/in-person/in-person-session'
import { formatCookie } from '../request/cookies.ts'
import type { ResponseSpec } from '../response/response.ts'
import { encryptedCookie, readEncryptedCookie } from './encrypted-cookie.ts'

const COOKIE_NAME = 'paraph-in-person'
const PATH = '/api/auth'
/** Of the browser that opened pages between two signers; for every path, as a sign-in ends them. */
const PAGES_COOKIE = 'paraph-in-person-pages'
const PAGES_PATH = '/'
/** How many pages a browser keeps open: it sends the cookie with each request, and programs can begin many in a day. */
const MAX_PAGES = 10

/** The user who hands the device to signers, and since when, in milliseconds. */
interface Handed {
  hostId: number
  since: number
}

/**
 * Extends the response that begins signing in person by the cookie that says so: until the host signs in, or signing in
 * person ends, a provider must ask everyone to sign in again, as its own session is still the host's.
 */
export function remembersHost<R>(response: ResponseSpec<R>): ResponseSpec<{ record: R; hostId: number }> {
  return {
    ...response,
    present: ({ record }, url) => response.present?.(record, url),
    async respond({ record, hostId }, request) {
      const reply = await response.respond(record, request)
      const handed: Handed = { hostId, since: now().getTime() }
      reply.headers.append('set-cookie', encryptedCookie(COOKIE_NAME, handed, PATH, IN_PERSON_SECONDS, now()))
      return reply
    },
  }
}

/** That this browser is handed to signers; null without the cookie, or after its end. */
export function readHanded({ headers }: { headers: Headers }, time: Date): Handed | null {
  return readEncryptedCookie<Handed>(headers, COOKIE_NAME, IN_PERSON_SECONDS, time)
}

/** A page between two signers that this browser has opened. */
interface Opened {
  hostId: number
  /** The SHA-256 of the token in the page's URL. */
  session: string
}

/**
 * The `Set-Cookie` header for the browser that opens the page between two signers, without which its URL shows nothing.
 * The pages that it opened before stay open, the newest ones of them.
 */
export function inPersonPageCookie(
  { headers }: { headers: Headers },
  token: string,
  hostId: number,
  time: Date,
): string {
  const page: Opened = { hostId, session: sha256Hex(token) }
  return pagesCookie([page, ...readOpened(headers, time)].slice(0, MAX_PAGES), time)
}

/** Whether this browser has opened the page between two signers whose URL has this token. */
export function hasInPersonPage({ headers }: { headers: Headers }, token: string, time: Date): boolean {
  return readOpened(headers, time).some(({ session }) => session === sha256Hex(token))
}

function readOpened(headers: Headers, time: Date): Opened[] {
  return readEncryptedCookie<Opened[]>(headers, PAGES_COOKIE, IN_PERSON_SECONDS, time) ?? []
}

function pagesCookie(pages: Opened[], time: Date): string {
  return encryptedCookie(PAGES_COOKIE, pages, PAGES_PATH, IN_PERSON_SECONDS, time)
}

/**
 * Deletes what says that this user is the host, which ends signing in person in this browser; nobody else ends it, as
 * the session at the provider stays the host's. Pages of other hosts stay open.
 */
export function endHanded(request: { headers: Headers }, userId: number, time: Date): string[] {
  const cookies: string[] = []
  if (readHanded(request, time)?.hostId === userId) cookies.push(formatCookie(COOKIE_NAME, '', PATH, 0))
  const pages = readOpened(request.headers, time)
  const others = pages.filter(({ hostId }) => hostId !== userId)
  if (others.length < pages.length)
    cookies.push(
      others.length > 0 ? pagesCookie(others, time) : formatCookie(PAGES_COOKIE, '', PAGES_PATH, 0),
    )
  return cookies
}
