import type { z } from 'zod'
import { isFrameSession } from '#lib/signing/frame/frame-session'
import { sessionSeconds } from '#lib/signing/one-time-code/one-time-code'
import { formatCookie, parseCookies } from '../request/cookies.ts'
import { plainJson, type ResponseSpec } from '../response/response.ts'
import { getSessionCookieName, readDeviceHandle, toHandle } from './signing-link.ts'

/** The API of a signer needs the cookie, and the signing page, whose first HTML has what the code protects. */
const COOKIE_PATH = '/'

/**
 * The secret of the signing session that this browser confirmed with a code; null without one. A frame has no cookies:
 * there the session in the path is the secret. On the device of a host it is not, as others can go back to its address.
 */
export function readSessionSecret(request: Request, pathPart: string, token: string): string | null {
  const deviceHandle = readDeviceHandle(pathPart)
  if (isFrameSession(pathPart) && deviceHandle === null) return pathPart
  const name = getSessionCookieName(deviceHandle ?? toHandle(token))
  return parseCookies(request.headers.get('cookie'))[name] ?? null
}

/**
 * A response with the cookie of a new signing session; without one, or in a frame, the cookies stay as they are. Its
 * `handle` is that of the link or, on the device of a host, of that.
 */
export function withSigningSession<S extends z.ZodType>(
  schema: S,
): ResponseSpec<{ body: z.input<S>; handle: string; secret: string | null }> {
  const jsonResponse = plainJson(schema)
  return {
    ...jsonResponse,
    present: ({ body }, url) => jsonResponse.present?.(body, url),
    async respond({ body, handle, secret }, request) {
      const response = await jsonResponse.respond(body, request)
      if (secret) {
        const cookie = formatCookie(getSessionCookieName(handle), secret, COOKIE_PATH, sessionSeconds)
        response.headers.set('set-cookie', cookie)
      }
      return response
    },
  }
}
