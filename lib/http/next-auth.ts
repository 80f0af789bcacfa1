import { cookies } from 'next/headers'
import { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { log } from '#lib/core/log'
import { requestId } from '#lib/core/request'
import type { Role } from '#lib/core/roles'
import { SecondFactorInput } from '#lib/identity/factors/schema'
import type { SignInResult } from '#lib/identity/present'
import { LoginInput } from '#lib/identity/schema'
import { authenticateSession } from '#lib/identity/sessions/authenticate'
import { completeSignIn } from '#lib/identity/sessions/complete-sign-in'
import { logout } from '#lib/identity/sessions/logout'
import { signIn } from '#lib/identity/sessions/sign-in'
import { findProvider, type OidcProvider, type SsoProvider } from '#lib/identity/sso/find-provider'
import { linkAccount } from '#lib/identity/sso/link-account'
import { SignInRefused } from '#lib/identity/sso/sign-in-refused'
import { deviceCookie, readDeviceId } from './credentials/device-cookie.ts'
import { endHanded, readHandedSince } from './credentials/in-person-cookie.ts'
import { providerCookie } from './credentials/provider-cookie.ts'
import { endedLinkCookie, readPendingLink } from './credentials/provider-sign-in.ts'
import { callbackCookieName, cookieSecret, SESSION_SECONDS } from './credentials/session-cookie.ts'
import { signInByClaims, toLoginPage } from './credentials/sign-in-by-claims.ts'
import { limitAddress, type RateHeaders } from './limits.ts'
import { oauthConfig } from './oidc.ts'
import { readJson, readText, truncateDepth } from './request/body.ts'
import { isSecure } from './request/cookies.ts'
import { requestMeta } from './request/request-meta.ts'
import { requireSameOrigin } from './request/same-origin.ts'
import { isOpenedByBrowser, redirectToLogin } from './response/again.ts'
import { SIGN_OUT_DATA } from './response/clear-site-data.ts'
import { errorResponse } from './response/error-response.ts'
import { answerSaml, showMetadata } from './saml.ts'

declare module 'next-auth' {
  interface Session {
    user: { id: number; name: string; email: string; role: Role }
    testMode: boolean
  }
}

/** The actions of next-auth that are served, and the metadata for SAML; the others (`_log`, …) are 404. */
const servedActions = new Set([
  'metadata',
  'csrf',
  'session',
  'providers',
  'signin',
  'signout',
  'callback',
  'error',
])

/** The routes of next-auth with the guards of the API: limits per IP address, and writes from the same origin only. */
export async function handleNextAuth(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const id = requestId()
  const rates: RateHeaders = {}
  const path = (await context.params).nextauth
  try {
    const [action = '', name = ''] = path
    if (!servedActions.has(action)) return new Response(null, { status: 404 })
    const meta = requestMeta(request, id)
    await limitAddress(meta, 'address', rates)
    if (action === 'metadata') return await showMetadata(name)
    const provider = await findPathProvider(path)
    if (provider?.protocol === 'saml') return await answerSaml(request, action, meta, provider)
    // The provider sends the browser back with a GET, a password comes with a POST.
    const allowed = provider ? 'GET' : 'POST'
    if (path[0] === 'callback' && request.method !== allowed)
      throw new AppError('method_not_allowed', `Method not allowed. Allowed: ${allowed}.`, { allow: allowed })
    if (request.method !== 'GET') requireSameOrigin(request)
    const response = await callNextAuth(request, path, meta, provider)
    if (path[0] === 'signout' && request.method === 'POST' && response.ok)
      response.headers.set('clear-site-data', SIGN_OUT_DATA)
    return provider ? toLoginPage(response, provider) : response
  } catch (error) {
    const response = errorResponse(error, id)
    const isTemporary = response.status === 429 || response.status >= 500
    return isTemporary && isOpenedByBrowser(request) ? redirectToLogin(response) : response
  }
}

/** The provider of the path `signin/{id}` or `callback/{id}`; null for passwords and other paths. */
async function findPathProvider([action, id]: string[]): Promise<SsoProvider | null> {
  const namesProvider = (action === 'signin' || action === 'callback') && id !== undefined
  return namesProvider && id !== 'credentials' && id !== 'second-factor' ? findProvider(id) : null
}

/** The options of next-auth: its cookie has a session id, which is checked against the sessions table. */
function optionsFor(
  requestMeta: RequestMeta,
  request: Request,
  newCookies: string[],
  provider: OidcProvider | null,
): NextAuthOptions {
  return {
    secret: cookieSecret(),
    useSecureCookies: isSecure(),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/login', signOut: '/login', error: '/login' },
    providers: [
      Credentials({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize: async (credentials) => {
          const user = await signInForNextAuth(requestMeta, request, credentials, newCookies)
          newCookies.push(...(await cookiesAfter(user, requestMeta, request)))
          return user
        },
      }),
      Credentials({
        id: 'second-factor',
        credentials: { challenge: {}, code: {}, recovery_code: {}, passkey: {} },
        authorize: async (credentials) => {
          const user = await completeSignInForNextAuth(requestMeta, credentials, newCookies)
          newCookies.push(...(await cookiesAfter(user, requestMeta, request)))
          return user
        },
      }),
      ...(provider ? [oauthConfig(provider, readHandedSince(request, requestMeta.now) !== null)] : []),
    ],
    callbacks: {
      async signIn({ user, profile }) {
        if (!provider || !profile) return true
        const { next, cookies } = await signInByClaims(requestMeta, request, provider, profile, user)
        newCookies.push(...cookies)
        return next
      },
      redirect: ({ url, baseUrl }) =>
        URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === baseUrl ? url : baseUrl,
      async jwt({ token, user }) {
        if (user) return { sub: user.id, sid: (user as { sid?: string }).sid }
        const ctx = await authenticateSession(String(token.sid), requestMeta)
        // next-auth then responds with `{}` and removes its cookie.
        if (ctx?.actor.type !== 'user') throw new Error('the session has ended')
        return { sub: token.sub, sid: token.sid, person: ctx.actor, testMode: ctx.testMode }
      },
      session({ session, token }) {
        const { id, name, email, role } = token.person as {
          id: number
          name: string
          email: string
          role: Role
        }
        return {
          expires: session.expires,
          user: { id, name, email, role },
          testMode: token.testMode === true,
        }
      },
    },
    events: {
      async signOut({ token }) {
        const ctx = await authenticateSession(String(token?.sid), requestMeta)
        if (ctx) await logout(ctx)
      },
    },
    logger: {
      error: (code, metadata) => {
        // The other members of the error may have tokens.
        const reason = code.includes('OAUTH') && 'error' in metadata && metadata.error.message
        if (reason) log().info({ step: code, reason }, 'sign-in through a provider failed')
        else log().debug({ code }, 'next-auth')
      },
      warn: (code) => log().debug({ code }, 'next-auth'),
    },
  }
}

/** Signs in as the API does, with its limits. */
function signInForNextAuth(
  requestMeta: RequestMeta,
  request: Request,
  credentials: Record<string, string> | undefined,
  newCookies: string[],
) {
  const input = LoginInput.safeParse(credentials)
  if (!input.success) throw new Error('invalid_credentials')
  const device = readDeviceId(request, input.data.email, requestMeta.now)
  return userForNextAuth(signIn(requestMeta, input.data, 'dashboard', device), newCookies)
}

/** The second step, with the challenge that `POST /api/v1/auth/login` gave the page. */
function completeSignInForNextAuth(
  requestMeta: RequestMeta,
  credentials: Record<string, string> | undefined,
  newCookies: string[],
) {
  const { passkey, ...others } = credentials ?? {}
  const input = SecondFactorInput.safeParse({ ...others, passkey: passkey && parseJson(passkey) })
  if (!input.success) throw new Error('invalid_code')
  return userForNextAuth(completeSignIn(requestMeta, input.data, 'dashboard'), newCookies)
}

/**
 * The cookies after a sign-in with password or second factor. An account at a provider
 * that waited for the password is linked now.
 */
async function cookiesAfter(
  { id, email, emailConfirmed, issuer }: Awaited<ReturnType<typeof userForNextAuth>>,
  requestMeta: RequestMeta,
  request: Request,
): Promise<string[]> {
  const { now } = requestMeta
  const known = emailConfirmed ? [deviceCookie(email, now)] : []
  const cookies = [...known, ...endHanded(request, Number(id), now)]
  const link = readPendingLink(request, Number(id), requestMeta.now)
  if (!link || issuer !== null) return cookies
  await linkAccount(requestMeta, link).catch((error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error
    log().info({ reason: error.reason }, 'an account at a provider was not linked')
  })
  return [...cookies, endedLinkCookie()]
}

/** The user for next-auth; the page gets the code of an error. */
async function userForNextAuth(login: Promise<SignInResult>, newCookies: string[]) {
  try {
    const { token, user, ...others } = await login
    return { id: String(user.id), name: user.name, email: user.email, sid: token, ...others }
  } catch (error) {
    if (error instanceof AppError) {
      const { sign_in_url: url } = error.details
      // The password was right: the page may offer the provider.
      if (typeof url === 'string') newCookies.push(providerCookie(url.slice(url.lastIndexOf('/') + 1)))
      throw new Error(error.code)
    }
    log().error({ err: error }, 'sign-in failed')
    throw new Error('internal_error')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function callNextAuth(
  request: Request,
  path: string[],
  requestMeta: RequestMeta,
  provider: OidcProvider | null,
): Promise<Response> {
  process.env.NEXTAUTH_URL ??= env().appUrl
  await dropBadCallbackCookie()
  const newCookies: string[] = []
  const response: Response = await NextAuth(
    await boundedRequest(request),
    { params: { nextauth: path } },
    optionsFor(requestMeta, request, newCookies, provider),
  )
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-request-id', requestMeta.requestId)
  for (const cookie of newCookies) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * A copy of the request with a body of limited size, and without a return URL for which next-auth would respond with
 * 500.
 */
async function boundedRequest(request: Request): Promise<NextRequest> {
  const url = new URL(request.url)
  if (!isHttpUrl(url.searchParams.get('callbackUrl') ?? '')) url.searchParams.delete('callbackUrl')
  const { method, headers } = request
  if (method !== 'POST') return new NextRequest(url, { method, headers })
  const isJson = headers.get('content-type')?.includes('json')
  const body = isJson
    ? JSON.stringify(truncateDepth((await readJson(request)) as Json))
    : await readText(request)
  return new NextRequest(url, { method, headers, body })
}

/** next-auth responds with 500 to an invalid return URL in its cookie, until the browser drops the cookie. */
async function dropBadCallbackCookie(): Promise<void> {
  const jar = await cookies()
  const callback = jar.get(callbackCookieName())?.value
  if (callback !== undefined && !isHttpUrl(callback)) jar.delete(callbackCookieName())
}

function isHttpUrl(text: string): boolean {
  return /^(\/|https?:)/.test(text) && URL.canParse(text, env().appUrl)
}
