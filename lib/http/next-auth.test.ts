import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { hashPassword } from '#lib/identity/passwords/password'
import { askNextAuth, sameOrigin } from '#lib/testing/service/ask'
import { call, type Handler } from '#lib/testing/service/call'
import { inNextRequest } from '#lib/testing/service/next-request'
import {
  addTotp,
  enterPassword,
  generateCode,
  givePasskey,
  type SignInBody,
} from '#lib/testing/users/factors'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as authPost } from '../../app/api/auth/[...nextauth]/route.tsx'
import { PUT as putTestMode } from '../../app/api/v1/account/test-mode/route.ts'
import { POST as login } from '../../app/api/v1/auth/login/route.ts'
import { POST as logout } from '../../app/api/v1/auth/logout/route.ts'
import { GET as getUser } from '../../app/api/v1/user/route.ts'
import { readSessionId } from './credentials/session-cookie.ts'

const password = 'tangerine orbit 41'
type Refused = { error: { code: string } }
let tenant: TestTenant

beforeAll(async () => {
  tenant = await makeTenant({ passwordHash: await hashPassword(password) })
})

async function signIn(email = tenant.user.email, enteredPassword = password, ipAddress?: string) {
  const csrf = await askNextAuth('csrf')
  const form = { csrfToken: String(csrf.body.csrfToken), email, password: enteredPassword, json: 'true' }
  return {
    csrf: form.csrfToken,
    ...(await askNextAuth('callback/credentials', { cookies: csrf.jar, form, address: ipAddress })),
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
    const session = await askNextAuth('session', { cookies: signedIn.jar })
    const { id, name, email, role } = tenant.user
    expect(session.body).toEqual({
      user: { id, name, email, role },
      testMode: false,
      expires: expect.any(String),
    })
    expect((await call(getUser, withCookie(signedIn.jar))).body.data).toMatchObject({ id, email })
  })

  it('with a wrong password redirects the sign-in page to an error code', async () => {
    const errorResponse = await signIn(tenant.user.email, 'wrong password 41')
    expect(errorResponse.status).toBe(401)
    expect(new URL(String(errorResponse.body.url)).searchParams.get('error')).toBe('invalid_credentials')
    expect(errorResponse.jar['next-auth.session-token']).toBeUndefined()
  })

  it('shares its limits with the login of the API', async () => {
    const victim = await makeTenant({ passwordHash: await hashPassword(password) })
    const tryWrongPassword = () => signIn(victim.user.email, 'wrong wrong wrong', '203.0.113.44')
    for (let attempt = 0; attempt < 10; attempt++) expect((await tryWrongPassword()).status).toBe(401)
    const errorResponse = await signIn(victim.user.email, password, '203.0.113.44')
    expect(new URL(String(errorResponse.body.url)).searchParams.get('error')).toBe('rate_limited')
    const body = { email: victim.user.email, password }
    expect((await call(login, { address: '203.0.113.44', body })).status).toBe(429)
  })

  it('marks the browser as known: wrong passwords sent without its cookie do not lock it out', async () => {
    const owner = await makeTenant({ passwordHash: await hashPassword(password) })
    const ipAddress = '203.0.113.46'
    const { jar } = await signIn(owner.user.email, password, ipAddress)
    const [name, proof] = Object.entries(jar).find(([cookieName]) => cookieName.startsWith('paraph-device-'))!
    const body = { email: owner.user.email, password }
    for (let attempt = 0; attempt < 11; attempt++)
      await call(login, { address: ipAddress, body: { ...body, password: 'wrong' } })
    expect((await call(login, { address: ipAddress, body })).status).toBe(429)
    expect(
      (await call(login, { address: ipAddress, body, headers: { cookie: `${name}=${proof}` } })).status,
    ).toBe(200)
  })

  it('requires the CSRF token and the same origin', async () => {
    const csrf = await askNextAuth('csrf')
    const form = { csrfToken: 'forged', email: tenant.user.email, password, json: 'true' }
    const forged = await askNextAuth('callback/credentials', { cookies: csrf.jar, form })
    expect(forged.jar['next-auth.session-token']).toBeUndefined()
    const crossSiteResponse = await askNextAuth('callback/credentials', {
      cookies: csrf.jar,
      form: { ...form, csrfToken: String(csrf.body.csrfToken) },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(crossSiteResponse.status).toBe(403)
  })

  it('handles invalid return URLs and a GET of its callback without a 500', async () => {
    for (const input of ['http://', ':::', 'http://[', '//', '/\\', 'javascript:alert(1)', '%00']) {
      const cookies = { 'next-auth.callback-url': encodeURIComponent(input) }
      for (const action of ['csrf', 'session', 'providers', 'signin', 'signout', 'error']) {
        const responses = [
          await askNextAuth(`${action}?callbackUrl=${encodeURIComponent(input)}`),
          await askNextAuth(action, { cookies }),
        ]
        expect([input, action, ...responses.map(({ status }) => status < 500)]).toEqual([
          input,
          action,
          true,
          true,
        ])
      }
      const form = { callbackUrl: input, json: 'true' }
      expect((await askNextAuth('signout', { form })).status).toBeLessThan(500)
    }
    const getResponse = await askNextAuth('callback/credentials')
    expect([getResponse.status, getResponse.headers.get('allow')]).toEqual([405, 'POST'])
    for (const action of ['callback', 'callback/none', 'signin/none', 'signin/credentials'])
      expect([action, (await askNextAuth(action)).status < 500]).toEqual([action, true])
  })

  const signOut = (body: string) =>
    call(inNextRequest(authPost as unknown as Handler), {
      path: '/api/auth/signout',
      params: { nextauth: ['signout'] },
      headers: { ...sameOrigin, 'content-type': 'application/json' },
      body,
    })

  it('refuses invalid JSON', async () => {
    const response = await signOut('{"json":')
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_json'])
  })

  it('does not fail at JSON that is nested deeply', async () => {
    expect((await signOut(`{"json":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).status).toBeLessThan(500)
  })

  it('serves no other action of next-auth', async () => {
    for (const action of ['_log', 'verify-request', 'constructor'])
      expect([action, (await askNextAuth(action, { form: { level: 'error' } })).status]).toEqual([
        action,
        404,
      ])
  })

  it('leads a browser that comes back from a provider to the sign-in page, not to JSON, while it is busy', async () => {
    const { rateLimits } = env()
    const limitBefore = rateLimits.address
    rateLimits.address = 1
    const come = (accept: string) =>
      askNextAuth('callback/none', {
        headers: { ...sameOrigin, accept, 'sec-fetch-mode': 'navigate' },
        address: '203.0.113.91',
      })
    try {
      await come('text/html')
      const [page, script] = [await come('text/html,*/*;q=0.8'), await come('*/*')]
      expect([page.status, page.headers.get('location')]).toEqual([303, `${env().appUrl}/login?error=failed`])
      expect([script.status, (script.body as unknown as Refused).error.code]).toEqual([429, 'rate_limited'])
    } finally {
      rateLimits.address = limitBefore
    }
  })

  it('takes no credentials from the query of a GET', async () => {
    const errorResponse = await askNextAuth(
      `callback/credentials?email=${tenant.user.email}&password=${password}`,
    )
    expect(errorResponse.jar['next-auth.session-token']).toBeUndefined()
  })
})

describe('a second factor', () => {
  it('is required for the session cookie of a user who has set one up', async () => {
    const owner = await makeTenant({ passwordHash: await hashPassword(password) })
    const { secret, recoveryCodes } = await addTotp(owner)
    const { passkey } = await givePasskey(owner)
    const passwordResponse = await signIn(owner.user.email)
    expect([
      passwordResponse.status,
      new URL(String(passwordResponse.body.url)).searchParams.get('error'),
    ]).toEqual([401, 'second_factor_required'])
    expect(passwordResponse.jar['next-auth.session-token']).toBeUndefined()
    const { csrfToken } = (await askNextAuth('csrf', { cookies: passwordResponse.jar })).body
    const enter = async (proof: (error: SignInBody['error']) => Record<string, string>) => {
      const { error } = (await enterPassword(owner.user.email, password)).body
      const form = { csrfToken: String(csrfToken), challenge: error.challenge, json: 'true', ...proof(error) }
      return askNextAuth('callback/second-factor', { cookies: passwordResponse.jar, form })
    }
    // A code of another time step, and values that are no code or passkey.
    for (const wrongProof of [{ code: generateCode(secret, 9) }, { code: 'x' }, { passkey: '{' }, {}]) {
      const errorResponse = await enter(() => wrongProof as Record<string, string>)
      expect(new URL(String(errorResponse.body.url)).searchParams.get('error')).toBe('invalid_code')
      expect(errorResponse.jar['next-auth.session-token']).toBeUndefined()
    }
    const proofs = [
      () => ({ code: generateCode(secret) }),
      () => ({ recovery_code: recoveryCodes[0]! }),
      ({ passkey_options }: SignInBody['error']) => ({
        passkey: JSON.stringify(passkey.use(passkey_options.challenge)),
      }),
    ]
    for (const proof of proofs) {
      const entered = await enter(proof)
      expect((await call(getUser, withCookie(entered.jar))).body.data).toMatchObject({ id: owner.user.id })
      expect(Object.keys(entered.jar).some((name) => name.startsWith('paraph-device-'))).toBe(true)
    }
  })
})

describe('revoking a session', () => {
  it('gives an empty session at once, removes the cookie, and ends access to the API', async () => {
    const { jar } = await signIn()
    const loggedOut = await call(logout, { method: 'POST', ...withCookie(jar, sameOrigin) })
    expect(loggedOut.status).toBe(200)
    expect(loggedOut.headers.get('clear-site-data')).toBe('"cache", "storage"')
    const session = await askNextAuth('session', { cookies: jar })
    expect(session.body).toEqual({})
    expect(session.jar['next-auth.session-token']).toBeUndefined()
    expect((await call(getUser, withCookie(jar))).body.error.code).toBe('unauthenticated')
  })

  it('is also done by the sign-out of next-auth', async () => {
    const { jar, csrf } = await signIn()
    const signedOut = await askNextAuth('signout', { cookies: jar, form: { csrfToken: csrf, json: 'true' } })
    // Neither the cookies of other services of the domain, nor the one by which the browser is known.
    expect(signedOut.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect((await askNextAuth('session', { cookies: jar })).body).toEqual({})
    expect((await call(getUser, withCookie(jar))).status).toBe(401)
  })

  it('keeps the other sessions of the same user', async () => {
    const [revoked, kept] = [await signIn(), await signIn()]
    await call(logout, { method: 'POST', ...withCookie(revoked.jar, sameOrigin) })
    expect((await call(getUser, withCookie(kept.jar))).status).toBe(200)
  })
})

describe('the session cookie at the API', () => {
  it('does not authorize writes from other origins', async () => {
    const { jar } = await signIn()
    const put = (headers: Record<string, string>) =>
      call(putTestMode, { method: 'PUT', body: { test_mode: true }, ...withCookie(jar, headers) })
    const refusedHeaders: Record<string, string>[] = [
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
    for (const headers of refusedHeaders) {
      const response = await put(headers)
      expect([headers, response.status, response.body.error?.code]).toEqual([headers, 403, 'forbidden'])
    }
    for (const headers of [sameOrigin, { origin: 'http://localhost:3000' }])
      expect([headers, (await put(headers as Record<string, string>)).status]).toEqual([headers, 200])
  })

  it('makes no change of a page that shows the other mode', async () => {
    const { jar } = await signIn()
    const put = (headers: Record<string, string>, isOn = true) =>
      call(putTestMode, {
        method: 'PUT',
        body: { test_mode: isOn },
        ...withCookie(jar, { ...sameOrigin, ...headers }),
      })
    const refused = await put({ 'x-paraph-test-mode': 'true' })
    expect(refused.body.error).toMatchObject({
      code: 'precondition_failed',
      reason: 'other_mode',
      details: [{ key: 'refusals.testModeSwitchedOff' }],
    })
    expect(refused.status).toBe(412)
    expect((await put({ 'x-paraph-test-mode': 'false' })).status).toBe(200)
    const refusedInTestMode = await put({ 'x-paraph-test-mode': 'false' }, false)
    expect(refusedInTestMode.body.error.details).toMatchObject([{ key: 'refusals.testModeSwitchedOn' }])
    const read = withCookie(jar, { 'x-paraph-test-mode': 'false' })
    expect((await call(getUser, read)).status).toBe(200)
    // Older pages and other clients name no mode.
    expect((await put({}, false)).status).toBe(200)
  })

  it('allows reads without an origin', async () => {
    const { jar } = await signIn()
    expect((await call(getUser, withCookie(jar, { 'sec-fetch-site': 'cross-site' }))).status).toBe(200)
  })

  it('is ignored with a bearer credential, even an invalid one', async () => {
    const { jar } = await signIn()
    const response = await call(getUser, { ...withCookie(jar), as: 'not-a-token' })
    expect(response.status).toBe(401)
  })

  it('is ignored when it is forged, truncated, or a token of the API', async () => {
    const { jar } = await signIn()
    const cookieValue = jar['next-auth.session-token']!
    for (const value of ['', 'x', cookieValue.slice(0, -4), `${cookieValue}x`, tenant.token])
      expect((await call(getUser, withCookie({ 'next-auth.session-token': value }))).status).toBe(401)
  })

  it('carries a session id that is no access token', async () => {
    const { jar } = await signIn()
    const sessionId = await readSessionId(`a=b; next-auth.session-token=${jar['next-auth.session-token']}`)
    // 32 bytes as base64url.
    expect(sessionId).toMatch(/^[\w-]{43}$/)
    expect((await call(getUser, { as: sessionId! })).body.error.code).toBe('unauthenticated')
  })
})
