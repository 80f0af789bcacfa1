import { now } from '#lib/core/clock'
import { IN_PERSON_SECONDS } from '#lib/signing/in-person/in-person-session'
import { formatCookie } from '../request/cookies.ts'
import type { ResponseSpec } from '../response/response.ts'
import { encryptedCookie, readEncryptedCookie } from './encrypted-cookie.ts'

const COOKIE_NAME = 'paraph-in-person'
const PATH = '/api/auth'

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

/** Deletes the cookie where this user is the host; nobody else ends it, as the session at the provider stays the host's. */
export function endHanded(request: { headers: Headers }, userId: number, time: Date): string[] {
  return readHanded(request, time)?.hostId === userId ? [formatCookie(COOKIE_NAME, '', PATH, 0)] : []
}
