import type { z } from 'zod'
import { sessionSeconds } from '#lib/signing/one-time-code/one-time-code'
import { cookieFor, parseCookies } from '../request/cookies.ts'
import { plainJson, type ResponseSpec } from '../response/response.ts'
import { handleOf } from './signing-link.ts'

/** The path of the API routes of a signer, to which browsers send the cookie. */
const COOKIE_PATH = '/api/v1/signing'

/** The secret of the signing session that this browser confirmed with a code; null without one. */
export function sessionSecretOf(request: Request, token: string): string | null {
  return parseCookies(request.headers.get('cookie'))[cookieNameOf(token)] ?? null
}

/** A response with the cookie of a new signing session; without a secret the cookie stays as it is. */
export function withSigningSession<S extends z.ZodType>(
  schema: S,
): ResponseSpec<{ body: z.input<S>; token: string; secret: string | null }> {
  const jsonResponse = plainJson(schema)
  return {
    ...jsonResponse,
    async respond({ body, token, secret }, request) {
      const response = await jsonResponse.respond(body, request)
      if (secret) {
        const cookie = cookieFor(cookieNameOf(token), secret, COOKIE_PATH, sessionSeconds)
        response.headers.set('set-cookie', cookie)
      }
      return response
    },
  }
}

function cookieNameOf(token: string): string {
  return `paraph-signing-session-${handleOf(token)}`
}
