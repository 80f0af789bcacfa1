import { DAY_SECONDS } from '#lib/core/clock'
import {
  deviceCookieName,
  issueDeviceToken,
  KNOWN_DEVICE_DAYS,
  parseKnownDeviceId,
} from '#lib/identity/sessions/known-device'
import { formatCookie, parseCookies } from '../request/cookies.ts'
import type { ResponseSpec } from '../response/response.ts'

/** The device id of a browser from which `email` has signed in before; null for any other. */
export function readDeviceId(request: { headers: Headers }, email: string, time: Date): string | null {
  const cookieValue = parseCookies(request.headers.get('cookie'))[deviceCookieName(email)]
  return cookieValue ? parseKnownDeviceId(email, cookieValue, time) : null
}

/** The cookie that marks the browser as known for `email`. */
export function deviceCookie(email: string, time: Date): string {
  const seconds = KNOWN_DEVICE_DAYS * DAY_SECONDS
  return formatCookie(deviceCookieName(email), issueDeviceToken(email, time), '/', seconds)
}

/** Extends the response of a login by the cookie that marks the browser as known, where the address is confirmed. */
export function remembersDevice<R extends { user: { email: string } }>(
  loginResponse: ResponseSpec<R>,
  now: () => Date,
): ResponseSpec<R & { emailConfirmed: boolean }> {
  return {
    ...loginResponse,
    async respond(result, request) {
      const response = await loginResponse.respond(result, request)
      if (result.emailConfirmed) response.headers.append('set-cookie', deviceCookie(result.user.email, now()))
      return response
    },
  }
}
