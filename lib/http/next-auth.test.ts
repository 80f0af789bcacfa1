import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/call'
import { inNextRequest } from '#lib/testing/next-request'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { GET as getNextAuth, POST as postNextAuth } from '../../app/api/auth/[...nextauth]/route.ts'
import { PUT as putTestMode } from '../../app/api/v1/account/test-mode/route.ts'
import { POST as postLogout } from '../../app/api/v1/auth/logout/route.ts'
import { GET as getUser } from '../../app/api/v1/user/route.ts'
import { sessionIdOf } from './credentials/session-cookie.ts'

const password = 'tangerine orbit 41'
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
let tenant: TestTenant

beforeAll(async () => {
  tenant = await makeTenant({ passwordHash: await hashPassword(password) })
})

type Handler = Parameters<typeof call>[0]
interface AskOptions {
  cookies?: Record<string, string>
  form?: Record<string, string>
  headers?: Record<string, string>
  address?: string
}

/** A browser's request to next-auth. @returns the response and the cookies that the browser then has */
async function ask(action: string, { cookies = {}, form, headers = sameOrigin, address }: AskOptions = {}) {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const handler = inNextRequest((form ? postNextAuth : getNextAuth) as unknown as Handler)
  const answer = await call<Record<string, unknown>>(handler, {
    path: `/api/auth/${action}`,
    params: { nextauth: action.split('/') },
    headers: { ...headers, ...(form ? type : {}), ...(cookie ? { cookie } : {}) },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    ...(address ? { address } : {}),
  })
  const jar = { ...cookies }
  for (const setCookie of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = setCookie.split(';')[0]!.split('=')
    if (value === '') delete jar[name]
    else jar[name] = value
  }
  return { ...answer, jar, setCookies: answer.headers.getSetCookie() }
}

async function signIn(email = tenant.user.email, givenPassword = password, address?: string) {
  const csrf = await ask('csrf')
  const form = { csrfToken: String(csrf.body.csrfToken), email, password: givenPassword, json: 'true' }
  return {
    csrf: form.csrfToken,
    ...(await ask('callback/credentials', { cookies: csrf.jar, form, address })),
  }
}

const withCookie = (jar: Record<string, string>, headers: Record<string, string> = {}) => ({
  headers: {
    cookie: Object.entries(jar)
      .map((pair) => pair.join('='))
      .join('; '),
    ...headers,
  },
})

describe('signing in to the dashboard', () => {
  it('sets a cookie for the session and the API', async () => {
    const signedIn = await signIn()
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.setCookies.find((setCookie) => setCookie.startsWith('next-auth.session-token='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    const session = await ask('session', { cookies: signedIn.jar })
    const { id, name, email, role } = tenant.user
    expect(session.body).toEqual({
      user: { id, name, email, role },
      testMode: false,
      expires: expect.any(String),
    })
    expect((await call(getUser, withCookie(signedIn.jar))).body.data).toMatchObject({ id, email })
  })

  it('gives the login page an error code', async () => {
    const refused = await signIn(tenant.user.email, 'tangerine orbit 42')
    expect(refused.status).toBe(401)
    expect(new URL(String(refused.body.url)).searchParams.get('error')).toBe('invalid_credentials')
    expect(refused.jar['next-auth.session-token']).toBeUndefined()
  })

  it('shares its limits with the login of the API', async () => {
    const victim = await makeTenant({ passwordHash: await hashPassword(password) })
    const tryOnce = () => signIn(victim.user.email, 'wrong wrong wrong', '203.0.113.44')
    for (let n = 0; n < 10; n++) expect((await tryOnce()).status).toBe(401)
    const refused = await signIn(victim.user.email, password, '203.0.113.44')
    expect(new URL(String(refused.body.url)).searchParams.get('error')).toBe('rate_limited')
    const { POST: postLogin } = await import('../../app/api/v1/auth/login/route.ts')
    const body = { email: victim.user.email, password }
    expect((await call(postLogin, { address: '203.0.113.44', body })).status).toBe(429)
  })

  it('marks the browser as known: wrong passwords from elsewhere do not lock it out', async () => {
    const owner = await makeTenant({ passwordHash: await hashPassword(password) })
    const address = '203.0.113.46'
    const { jar } = await signIn(owner.user.email, password, address)
    const [name, value] = Object.entries(jar).find(([name]) => name.startsWith('paraph-device-'))!
    const { POST: postLogin } = await import('../../app/api/v1/auth/login/route.ts')
    const body = { email: owner.user.email, password }
    // One attempt more than the limit.
    for (let n = 0; n < 11; n++) await call(postLogin, { address, body: { ...body, password: 'wrong' } })
    expect((await call(postLogin, { address, body })).status).toBe(429)
    expect((await call(postLogin, { address, body, headers: { cookie: `${name}=${value}` } })).status).toBe(
      200,
    )
  })

  it('requires the CSRF token and the same origin', async () => {
    const csrf = await ask('csrf')
    const form = { csrfToken: 'forged', email: tenant.user.email, password, json: 'true' }
    const forged = await ask('callback/credentials', { cookies: csrf.jar, form })
    expect(forged.jar['next-auth.session-token']).toBeUndefined()
    const elsewhere = await ask('callback/credentials', {
      cookies: csrf.jar,
      form: { ...form, csrfToken: String(csrf.body.csrfToken) },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(elsewhere.status).toBe(403)
  })

  it('handles invalid return URLs and a GET of its callback without a 500', async () => {
    for (const input of ['http://', ':::', 'http://[', '//', '/\\', 'javascript:alert(1)', '%00']) {
      const cookies = { 'next-auth.callback-url': encodeURIComponent(input) }
      for (const action of ['csrf', 'session', 'providers', 'signin', 'signout', 'error']) {
        const responses = [
          await ask(`${action}?callbackUrl=${encodeURIComponent(input)}`),
          await ask(action, { cookies }),
        ]
        expect([input, action, ...responses.map(({ status }) => status < 500)]).toEqual([
          input,
          action,
          true,
          true,
        ])
      }
      const form = { callbackUrl: input, json: 'true' }
      expect((await ask('signout', { form })).status).toBeLessThan(500)
    }
    const got = await ask('callback/credentials')
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    for (const action of ['callback', 'callback/none', 'signin/none', 'signin/credentials'])
      expect([action, (await ask(action)).status < 500]).toEqual([action, true])
  })

  it('refuses invalid JSON', async () => {
    const answer = await call(inNextRequest(postNextAuth as unknown as Handler), {
      path: '/api/auth/signout',
      params: { nextauth: ['signout'] },
      headers: { ...sameOrigin, 'content-type': 'application/json' },
      body: '{"json":',
    })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_json'])
  })

  it('serves no other action of next-auth', async () => {
    for (const action of ['_log', 'verify-request', 'constructor'])
      expect([action, (await ask(action, { form: { level: 'error' } })).status]).toEqual([action, 404])
    const refused = await ask(`callback/credentials?email=${tenant.user.email}&password=${password}`)
    expect(refused.jar['next-auth.session-token']).toBeUndefined()
  })
})

describe('a revoked session', () => {
  it('is reported as {} immediately, loses its cookie, and grants nothing', async () => {
    const { jar } = await signIn()
    expect((await call(postLogout, { method: 'POST', ...withCookie(jar, sameOrigin) })).status).toBe(200)
    const session = await ask('session', { cookies: jar })
    expect(session.body).toEqual({})
    expect(session.jar['next-auth.session-token']).toBeUndefined()
    expect((await call(getUser, withCookie(jar))).body.error.code).toBe('unauthenticated')
  })

  it('can also be revoked by next-auth’s own sign-out', async () => {
    const { jar, csrf } = await signIn()
    await ask('signout', { cookies: jar, form: { csrfToken: csrf, json: 'true' } })
    expect((await ask('session', { cookies: jar })).body).toEqual({})
    expect((await call(getUser, withCookie(jar))).status).toBe(401)
  })

  it('leaves other sessions of the same user valid', async () => {
    const [first, second] = [await signIn(), await signIn()]
    await call(postLogout, { method: 'POST', ...withCookie(first.jar, sameOrigin) })
    expect((await call(getUser, withCookie(second.jar))).status).toBe(200)
  })
})

describe('the session cookie at the API', () => {
  it('does not authorize writes from other origins', async () => {
    const { jar } = await signIn()
    const put = (headers: Record<string, string>) =>
      call(putTestMode, { method: 'PUT', body: { test_mode: true }, ...withCookie(jar, headers) })
    const refused: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      { origin: 'http://evil.example' },
      { origin: 'https://localhost:3000' },
      { origin: 'http://localhost:3001' },
      { origin: 'null' },
    ]
    for (const headers of refused) {
      const answer = await put(headers)
      expect([headers, answer.status, answer.body.error?.code]).toEqual([headers, 403, 'forbidden'])
    }
    for (const headers of [sameOrigin, { origin: 'http://localhost:3000' }])
      expect([headers, (await put(headers as Record<string, string>)).status]).toEqual([headers, 200])
  })

  it('allows reads without an origin', async () => {
    const { jar } = await signIn()
    expect((await call(getUser, withCookie(jar, { 'sec-fetch-site': 'cross-site' }))).status).toBe(200)
  })

  it('is ignored with a bearer credential, even an invalid one', async () => {
    const { jar } = await signIn()
    const answer = await call(getUser, { ...withCookie(jar), as: 'not-a-token' })
    expect(answer.status).toBe(401)
  })

  it('is ignored when it is forged, truncated, or a token of the API', async () => {
    const { jar } = await signIn()
    const encrypted = jar['next-auth.session-token']!
    for (const value of ['', 'x', encrypted.slice(0, -4), `${encrypted}x`, tenant.token])
      expect((await call(getUser, withCookie({ 'next-auth.session-token': value }))).status).toBe(401)
  })

  it('contains a session id that is not accepted as an access token', async () => {
    const { jar } = await signIn()
    const sid = await sessionIdOf(`a=b; next-auth.session-token=${jar['next-auth.session-token']}`)
    expect(sid).toMatch(/^[\w-]{43}$/)
    expect((await call(getUser, { as: sid! })).body.error.code).toBe('unauthenticated')
  })
})
