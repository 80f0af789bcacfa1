import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import type { SamlProvider } from '#lib/identity/sso/find-provider'
import { callbackUrl, isHandle } from '#lib/identity/sso/links'
import type { SamlAnswer } from '#lib/identity/sso/saml/response'
import { SignInRefused } from '#lib/identity/sso/sign-in-refused'
import { encryptedCookie, readEncryptedCookie } from './credentials/encrypted-cookie.ts'
import { readHandedSince } from './credentials/in-person-cookie.ts'
import { callbackCookie, readCallbackPath, sessionCookie } from './credentials/session-cookie.ts'
import { getLoginPage, signInByClaims } from './credentials/sign-in-by-claims.ts'
import { limitAddress } from './limits.ts'
import { readText } from './request/body.ts'
import { requireSameOrigin } from './request/same-origin.ts'

const PATH = '/api/auth/callback'
const REQUEST_COOKIE = 'paraph-saml-request'
/** Of the sign-ins that a browser has begun, each in a tab of its own, so many can still be answered. */
const MAX_REQUESTS = 5
const ANSWER_COOKIE = 'paraph-saml-answer'
const ANSWER_SECONDS = 60
const MAX_FORM_BYTES = 512 * 1024

/** Our metadata for the provider of the tenant with this handle. The handle is not looked up: it is set up first. */
export async function showMetadata(handle: string): Promise<Response> {
  if (!isHandle(handle)) return new Response(null, { status: 404 })
  const { writeMetadata } = await import('#lib/identity/sso/saml/metadata')
  const headers = { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'no-store' }
  return new Response(writeMetadata(handle), { headers })
}

/**
 * Sign-in through a SAML provider: `signin` sends the browser there, which then posts the response to `callback`. A post
 * from another site has no cookies of ours, so the browser comes back with a GET, which shows that it began the sign-in.
 */
export async function answerSaml(
  request: Request,
  action: string,
  requestMeta: RequestMeta,
  provider: SamlProvider,
): Promise<Response> {
  if (action === 'callback')
    return request.method === 'GET'
      ? finish(request, requestMeta, provider)
      : receive(request, requestMeta, provider)
  if (request.method !== 'POST')
    throw new AppError('method_not_allowed', 'Method not allowed. Allowed: POST.', { allow: 'POST' })
  requireSameOrigin(request)
  const { startSignIn } = await import('#lib/identity/sso/saml/start')
  const { REQUEST_SECONDS } = await import('#lib/identity/sso/saml/requests')
  const path = new URLSearchParams(await readText(request, MAX_FORM_BYTES)).get('callbackUrl') ?? ''
  const { url, requestId } = await startSignIn(provider, readHandedSince(request, requestMeta.now) !== null)
  const response = Response.json({ url }, { headers: { 'cache-control': 'no-store' } })
  const begun = readBegun(request.headers, REQUEST_SECONDS, requestMeta.now)
  const requestIds = [...begun, requestId].slice(-MAX_REQUESTS)
  // `requestId` is for a process of the version before, which reads only that.
  const value = { requestId, requestIds }
  const cookie = encryptedCookie(REQUEST_COOKIE, value, PATH, REQUEST_SECONDS, requestMeta.now)
  response.headers.append('set-cookie', cookie)
  if (/^\/(?![/\\])/.test(path)) response.headers.append('set-cookie', callbackCookie(path))
  return response
}

/** The response of the provider: what is valid waits, encrypted in a cookie, for the browser to come back. */
async function receive(request: Request, requestMeta: RequestMeta, provider: SamlProvider) {
  // The XML is read before anything is known of who sends it.
  await limitAddress(requestMeta, 'trust', {})
  const { readResponse } = await import('#lib/identity/sso/saml/response')
  const form = new URLSearchParams(await readText(request, MAX_FORM_BYTES))
  try {
    const answer = await readResponse(provider, form.get('SAMLResponse') ?? '')
    return redirect(callbackUrl(provider.id), [
      encryptedCookie(
        ANSWER_COOKIE,
        { ...answer, provider: provider.id, ofSettings: provider.tenant.updatedAt.getTime() },
        PATH,
        ANSWER_SECONDS,
        requestMeta.now,
      ),
    ])
  } catch (error) {
    return refuse(provider, error)
  }
}

/** The browser that began the sign-in: the answer is taken, and the person signed in. */
async function finish(request: Request, requestMeta: RequestMeta, provider: SamlProvider) {
  const { answerRequest, REQUEST_SECONDS } = await import('#lib/identity/sso/saml/requests')
  const { headers } = request
  const begun = readBegun(headers, REQUEST_SECONDS, requestMeta.now)
  const answer = readEncryptedCookie<SamlAnswer & { provider: string; ofSettings?: number }>(
    headers,
    ANSWER_COOKIE,
    ANSWER_SECONDS,
    requestMeta.now,
  )
  if (answer?.provider !== provider.id || !begun.includes(answer.requestId))
    return refuse(provider, new Error('this browser has not begun the sign-in'))
  // A process of the version before does not say which settings have verified the answer.
  const { ofSettings = provider.tenant.updatedAt.getTime() } = answer
  if (ofSettings !== provider.tenant.updatedAt.getTime())
    return refuse(provider, new SignInRefused('provider_changed'))
  const pending = { tenantId: provider.tenant.id, requestId: answer.requestId }
  if (!(await answerRequest(pending, answer.assertionId, requestMeta.now)))
    return refuse(provider, new Error('the request or the assertion was used before'))
  const user = { id: '', sid: '' }
  const { next, cookies } = await signInByClaims(requestMeta, request, provider, answer.claims, user)
  if (next !== true) return redirect(next, cookies)
  const session = await sessionCookie(user.id, user.sid)
  return redirect(env().appUrl + (readCallbackPath(request) ?? '/overview'), [...cookies, session])
}

/** The ids of the requests that this browser has begun. */
function readBegun(headers: Headers, seconds: number, time: Date): string[] {
  const begun = readEncryptedCookie<{ requestId: string; requestIds?: string[] }>(
    headers,
    REQUEST_COOKIE,
    seconds,
    time,
  )
  return begun ? (begun.requestIds ?? [begun.requestId]) : []
}

function refuse(provider: SamlProvider, error: unknown): Response {
  log().info({ err: error, issuer: provider.issuer }, 'sign-in through a SAML provider failed')
  return redirect(getLoginPage(provider, error instanceof SignInRefused ? error.reason : 'failed'), [])
}

function redirect(location: string, cookies: string[]): Response {
  const response = new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
