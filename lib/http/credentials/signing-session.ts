import type { z } from 'zod'
import { sessionSeconds } from '#lib/signing/one-time-code/one-time-code'
import { cookieFor, parseCookies } from '../request/cookies.ts'
import { plainJson, type ResponseSpec } from '../response/response.ts'
import { handleOf } from './signing-link.ts'

/** The signer's pages and file routes are all below it. */
const COOKIE_PATH = '/api/v1/signing'

/** The secret of the signing session that the request's browser has confirmed for this link; null without one. */
export function sessionSecretOf(request: Request, token: string): string | null {
  return parseCookies(request.headers.get('cookie'))[cookieNameOf(token)] ?? null
}

/** A body, and the cookie of the signing session that was opened; without a secret the browser keeps its cookie. */
export function withSigningSession<S extends z.ZodType>(
  shape: S,
): ResponseSpec<{ body: z.input<S>; token: string; secret: string | null }> {
  const plain = plainJson(shape)
  return {
    ...plain,
    async respond({ body, token, secret }, request) {
      const response = await plain.respond(body, request)
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
