import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import type { Visit } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { requestId } from '#lib/core/request'
import type { Role } from '#lib/core/roles'
import { authenticateSession } from '#lib/identity/authenticate'
import { logout } from '#lib/identity/logout'
import { LOGIN_DAYS } from '#lib/identity/rules'
import { LoginInput } from '#lib/identity/schema'
import { signIn } from '#lib/identity/sign-in'
import { readText } from './body.ts'
import { isSecure, parseCookies } from './cookies.ts'
import { deviceCookie, deviceOf } from './device-cookie.ts'
import { limitAddress, type RateHeaders } from './limits.ts'
import { problem } from './problem.ts'
import { requireSameOrigin } from './same-origin.ts'
import { cookieSecret } from './session-cookie.ts'
import { visitOf } from './visit.ts'

declare module 'next-auth' {
  interface Session {
    user: { id: number; name: string; email: string; role: Role }
    testMode: boolean
  }
}

/** What next-auth may be asked; the rest of its routes (`_log`, …) are nobody's business. */
const actions = new Set(['csrf', 'session', 'providers', 'signin', 'signout', 'callback', 'error'])

/** next-auth's routes, behind the same door as the API: limits by address, and writes from our own pages only. */
export async function dashboardDoor(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const id = requestId()
  const rates: RateHeaders = {}
  try {
    const path = (await context.params).nextauth
    if (!actions.has(path[0] ?? '')) return new Response(null, { status: 404 })
    const visit = visitOf(request, id)
    await limitAddress(visit, 'address', rates)
    if (path[0] === 'callback' && request.method !== 'POST')
      throw new AppError('method_not_allowed', 'Method not allowed. Allowed: POST.', { allow: 'POST' })
    if (request.method !== 'GET') requireSameOrigin(request)
    return await askNextAuth(request, path, visit)
  } catch (error) {
    return problem(error, id)
  }
}

/** next-auth with our users and sessions: its cookie carries a session id, and the table has the last word. */
function optionsFor(visit: Visit, request: Request, cookies: string[]): NextAuthOptions {
  return {
    secret: cookieSecret(),
    useSecureCookies: isSecure(),
    session: { strategy: 'jwt', maxAge: LOGIN_DAYS * 86_400 },
    pages: { signIn: '/login', signOut: '/login', error: '/login' },
    providers: [
      Credentials({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize: async (credentials) => {
          const user = await enter(visit, request, credentials)
          cookies.push(deviceCookie(user.email, visit.now))
          return user
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) return { sub: user.id, sid: (user as { sid?: string }).sid }
        const ctx = await authenticateSession(String(token.sid), visit)
        // next-auth answers `{}` and takes its cookie back.
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
        const ctx = await authenticateSession(String(token?.sid), visit)
        if (ctx) await logout(ctx)
      },
    },
    logger: {
      error: (code, metadata) => log().debug({ code, metadata }, 'next-auth'),
      warn: (code) => log().debug({ code }, 'next-auth'),
    },
  }
}

/** The login of the API, with its limits; the page is told the code of a refusal. */
async function enter(visit: Visit, request: Request, credentials: Record<string, string> | undefined) {
  const input = LoginInput.safeParse(credentials)
  if (!input.success) throw new Error('invalid_credentials')
  try {
    const { token, user } = await signIn(
      visit,
      input.data,
      'dashboard',
      deviceOf(request, input.data.email, visit.now),
    )
    return { id: String(user.id), name: user.name, email: user.email, sid: token }
  } catch (error) {
    if (error instanceof AppError) throw new Error(error.code)
    log().error({ err: error }, 'sign-in failed')
    throw new Error('internal_error')
  }
}

/** Speaks to next-auth's handler for pages, which needs nothing of the framework around it. */
async function askNextAuth(request: Request, path: string[], visit: Visit): Promise<Response> {
  process.env.NEXTAUTH_URL ??= env().appUrl
  const query = { ...usable(Object.fromEntries(new URL(request.url).searchParams)), nextauth: path }
  const asked = {
    method: request.method,
    query,
    body: usable(await bodyOf(request)),
    cookies: usable(parseCookies(request.headers.get('cookie'))),
    headers: Object.fromEntries(request.headers),
  }
  const answer = new Answered()
  const cookies: string[] = []
  await NextAuth(
    asked as unknown as NextApiRequest,
    answer as unknown as NextApiResponse,
    optionsFor(visit, request, cookies),
  )
  const response = answer.response(visit.requestId)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Without a return address that next-auth could not parse: it would answer 500. */
function usable<T extends Record<string, unknown>>(given: T): T {
  const isAddress = (text = '') => /^(\/|https?:)/.test(text) && URL.canParse(text, env().appUrl)
  const kept = Object.entries(given).filter(
    ([name, value]) => !/callback-?url$/i.test(name) || isAddress(String(value).split('|')[0]),
  )
  return Object.fromEntries(kept) as T
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const text = request.method === 'POST' ? await readText(request) : ''
  if (text === '') return {}
  if (!request.headers.get('content-type')?.includes('json'))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new AppError('invalid_json', 'The body is not valid JSON.')
  }
}

/** Collects what next-auth writes into a response. */
class Answered {
  private code = 200
  private readonly headers = new Map<string, string | string[]>()
  private body: string | null = null

  status(code: number): this {
    this.code = code
    return this
  }

  getHeader(name: string): string | string[] | undefined {
    return this.headers.get(name.toLowerCase())
  }

  setHeader(name: string, value: string | string[]): this {
    this.headers.set(name.toLowerCase(), value)
    return this
  }

  json(value: unknown): void {
    this.setHeader('content-type', 'application/json')
    this.body = JSON.stringify(value)
  }

  send(value: unknown): void {
    if (typeof value === 'object') this.json(value)
    else this.body = value === undefined ? null : String(value)
  }

  end(): void {}

  response(requestId: string): Response {
    const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': requestId })
    for (const [name, value] of this.headers)
      for (const each of [value].flat())
        name === 'set-cookie' ? headers.append(name, each) : headers.set(name, each)
    return new Response(this.body, { status: this.code, headers })
  }
}
