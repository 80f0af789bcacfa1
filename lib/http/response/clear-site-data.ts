import { endedSessionCookie } from '../credentials/session-cookie.ts'
import type { ResponseSpec } from './response.ts'

/**
 * The value of `Clear-Site-Data` at a sign-out: the browser forgets stored responses and pages that “Back” would
 * show, and what pages have kept. Not `cookies`: browsers delete those of the whole domain, other services' included,
 * and the one by which a browser is known to an account; the session's own is removed by its response.
 */
export const SIGN_OUT_DATA = '"cache", "storage"'

/**
 * Extends the response of a sign-out by the header `Clear-Site-Data` and the removal of the session's cookie; not for an
 * access token, which no page keeps.
 */
export function clearsSiteData<R>(response: ResponseSpec<R>): ResponseSpec<R> {
  return {
    ...response,
    async respond(result, request) {
      const reply = await response.respond(result, request)
      if (!request.headers.has('authorization')) {
        reply.headers.set('clear-site-data', SIGN_OUT_DATA)
        reply.headers.append('set-cookie', endedSessionCookie())
      }
      return reply
    },
  }
}
