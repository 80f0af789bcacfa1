import { now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { IN_PERSON_SECONDS } from '#lib/signing/in-person/in-person-session'
import { formatCookie } from '../request/cookies.ts'
import type { ResponseSpec } from '../response/response.ts'
import { encryptedCookie, readEncryptedCookie, readEncryptedCookies } from './encrypted-cookie.ts'
import { endDeviceSessions } from './signing-link.ts'

const COOKIE_NAME = 'paraph-in-person'
/** Of signing in, and of the request that begins signing in person, which adds a host. */
const PATH = '/api'
/** The path in a process of the version before: a browser may have such a cookie besides, and sends both to sign in. */
const FORMER_PATH = '/api/auth'
/** Of the browser that opened pages between two signers; for every path, as a sign-in ends them. */
const PAGES_COOKIE = 'paraph-in-person-pages'
const PAGES_PATH = '/'
/** Of how many hosts and pages a browser knows, the newest: it sends the cookies, and programs can begin many in a day. */
const MAX_ENTRIES = 10

/** A user who hands the device to signers, and since when, in milliseconds. */
interface Handed {
  hostId: number
  since: number
}

/** The newest host; a process of the version before reads, and writes, only that. */
interface HandedCookie extends Handed {
  others?: Handed[]
}

/**
 * Extends the response that begins signing in person by the cookie that says so: until every host of this browser has
 * signed in, or signing in person ends, a provider must ask everyone to sign in again, as its own session may still be
 * that of one of them.
 */
export function remembersHost<R>(response: ResponseSpec<R>): ResponseSpec<{ record: R; hostId: number }> {
  return {
    ...response,
    present: ({ record }, url) => response.present?.(record, url),
    async respond({ record, hostId }, request) {
      const reply = await response.respond(record, request)
      const time = now()
      const otherHosts = readHosts(request.headers, time).filter((host) => host.hostId !== hostId)
      const hosts = [{ hostId, since: time.getTime() }, ...otherHosts].slice(0, MAX_ENTRIES)
      reply.headers.append('set-cookie', hostsCookie(hosts, time))
      return reply
    },
  }
}

/** Since when this browser is handed to signers, by the last of its hosts, in milliseconds; null if it is not. */
export function readHandedSince({ headers }: { headers: Headers }, time: Date): number | null {
  return readHosts(headers, time)[0]?.since ?? null
}

/** The hosts of a browser, the newest first. */
function readHosts(headers: Headers, time: Date): Handed[] {
  return readEncryptedCookies<HandedCookie>(headers, COOKIE_NAME, IN_PERSON_SECONDS, time)
    .flatMap(({ others = [], ...newest }) => [newest, ...others])
    .filter(({ since }) => since > time.getTime() - IN_PERSON_SECONDS * 1000)
    .toSorted((a, b) => b.since - a.since)
}

function hostsCookie([newest, ...others]: Handed[], time: Date): string {
  return encryptedCookie(COOKIE_NAME, { ...newest, others }, PATH, IN_PERSON_SECONDS, time)
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
  return pagesCookie([page, ...readOpened(headers, time)].slice(0, MAX_ENTRIES), time)
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
 * Deletes what says that this user is a host, which ends their signing in person in this browser, and what signers have
 * confirmed there; nobody else ends it, as the session at the provider stays the host's. What says so of other hosts
 * stays, and so do their pages.
 */
export function endHanded({ headers }: { headers: Headers }, userId: number, time: Date): string[] {
  const isOther = ({ hostId }: { hostId: number }) => hostId !== userId
  const cookies = endDeviceSessions(headers.get('cookie'), ({ hostId }) => hostId === userId)
  const hosts = readHosts(headers, time)
  const otherHosts = hosts.filter(isOther)
  if (otherHosts.length < hosts.length)
    cookies.push(
      formatCookie(COOKIE_NAME, '', FORMER_PATH, 0),
      otherHosts.length > 0 ? hostsCookie(otherHosts, time) : formatCookie(COOKIE_NAME, '', PATH, 0),
    )
  const pages = readOpened(headers, time)
  const otherPages = pages.filter(isOther)
  if (otherPages.length < pages.length)
    cookies.push(
      otherPages.length > 0 ? pagesCookie(otherPages, time) : formatCookie(PAGES_COOKIE, '', PAGES_PATH, 0),
    )
  return cookies
}
