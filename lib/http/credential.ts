import type { Ctx, Visit } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError, forbidden } from '#lib/core/errors'
import { authenticateBearer, authenticateSession } from '#lib/identity/authenticate'
import { unknownCredential } from '#lib/identity/refusals'
import { sessionIdOf } from './session-cookie.ts'

/** Who asks: by `Authorization: Bearer` (token or key), else by the dashboard's cookie. */
export async function identify(request: Request, visit: Visit): Promise<Ctx> {
  if (request.headers.has('authorization')) return authenticateBearer(bearerOf(request), visit)
  const ctx = await identifyBrowser(request, visit)
  if (!ctx) throw unknownCredential()
  if (!isSafe(request.method)) requireSameOrigin(request)
  return ctx
}

/** The dashboard's session in the request's cookie; null when there is none, or none any more. */
export async function identifyBrowser(request: { headers: Headers }, visit: Visit): Promise<Ctx | null> {
  const sid = await sessionIdOf(request.headers.get('cookie'))
  return sid ? authenticateSession(sid, visit) : null
}

/** The bearer credential of a request. */
export function bearerOf(request: Request): string {
  const [, token] = /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token)
    throw new AppError(
      'unauthenticated',
      'Send a credential in the header: Authorization: Bearer <token or key>.',
    )
  return token
}

/** A browser sends its cookie along with what other sites make it ask: only our own pages may change anything. */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  // Browsers leave Sec-Fetch-Site out on plain http beyond loopback; Origin comes with every unsafe request.
  const same = site === null ? isOwnOrigin(request) : site === 'same-origin'
  if (!same) throw forbidden('A request under the session cookie must come from the same origin.')
}

function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  const own = new URL(env().appUrl)
  const asked = new URL(origin)
  return asked.protocol === own.protocol && [own.host, request.headers.get('host')].includes(asked.host)
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
