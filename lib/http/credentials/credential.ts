import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { unknownCredential } from '#lib/identity/refusals'
import { authenticateBearer, authenticateSession } from '#lib/identity/sessions/authenticate'
import { errorText } from '#lib/messages/errors'
import { requireSameOrigin } from '../request/same-origin.ts'
import { readSessionId } from './session-cookie.ts'

/** What a page of the dashboard sends with a change: `true` if it shows test mode, else `false`. */
const MODE_HEADER = 'x-paraph-test-mode'

/** The actor of a request: from `Authorization: Bearer` (token or key), else from the dashboard's cookie. */
export async function identify(request: Request, requestMeta: RequestMeta): Promise<Ctx> {
  if (request.headers.has('authorization')) return authenticateBearer(readBearer(request), requestMeta)
  const ctx = await identifyBrowser(request, requestMeta)
  if (!ctx) throw unknownCredential()
  if (!isSafe(request.method)) {
    requireSameOrigin(request)
    requireModeOfPage(request, ctx)
  }
  return ctx
}

/** The dashboard session of the request's cookie; null without one and after its end. */
export async function identifyBrowser(
  request: { headers: Headers },
  requestMeta: RequestMeta,
): Promise<Ctx | null> {
  const sid = await readSessionId(request.headers.get('cookie'))
  return sid ? authenticateSession(sid, requestMeta) : null
}

/** The bearer credential of a request. */
export function readBearer(request: Request): string {
  const [, token] = /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token)
    throw new AppError(
      'unauthenticated',
      'Send a credential in the header: Authorization: Bearer <token or key>.',
    )
  return token
}

/** @throws AppError `precondition_failed` for a page that shows the other mode: another tab has switched the session */
function requireModeOfPage(request: Request, { testMode }: Ctx): void {
  const shown = request.headers.get(MODE_HEADER)
  if (shown === null || shown === String(testMode)) return
  const text = errorText(testMode ? 'refusals.testModeSwitchedOn' : 'refusals.testModeSwitchedOff')
  throw new AppError('precondition_failed', text, { reason: 'other_mode' })
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
