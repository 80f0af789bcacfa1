import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tenants, users } from '#db/schema/identity'
import { findAccounts } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { env } from '#lib/core/env'
import { call } from '#lib/testing/service/call'
import { GET as getAccount } from '../../account/route.ts'
import { POST as logout } from '../logout/route.ts'
import { GET, POST } from './route.ts'

const person = (email: string) => ({
  tenant_name: 'Analytical Society',
  name: 'Ada Lovelace',
  email,
  password: 'tangerine orbit 41',
})

/** Calls as a local request: without an SMTP server, only local requests can sign up. */
const callLocally: typeof call = (handler, options) =>
  call(handler, { ...options, headers: { 'x-paraph-local': 'true', ...options?.headers } })

type LoginBody = { data: { access_token: string; user: { id: number } } }

afterEach(() => {
  env().signup = 'open'
})

describe('201', () => {
  it('creates a tenant and signs in its administrator', async () => {
    const createResponse = await callLocally<LoginBody>(POST, { body: person('Ada@Engine.Example') })
    expect(createResponse.status).toBe(201)
    expect(createResponse.body).toEqual({
      data: {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'bearer',
        expires_in: 3600,
        user: { id: expect.any(Number), name: 'Ada Lovelace', email: 'ada@engine.example' },
      },
    })
    const account = await call(getAccount, { as: createResponse.body.data.access_token })
    expect(account.body.data).toMatchObject({
      tenant: { name: 'Analytical Society', subscription_type: 'business' },
      user: { role: 'tenant_admin', email: 'ada@engine.example' },
      test_mode: false,
    })
  })

  it.each([
    ['no event if its token is given back unused, as by the form of the dashboard', 0, []],
    ['an event if its token was used', 61, ['user.signed_out']],
  ])('has at a sign-out %s', async (_, seconds, events) => {
    const email = `back.${seconds}@engine.example`
    const { body } = await callLocally<LoginBody>(POST, { body: person(email) })
    const as = body.data.access_token
    const scope = (await findAccounts(email))[0]!
    if (seconds > 0) {
      vi.setSystemTime(Date.now() + seconds * 1000)
      await call(getAccount, { as })
      vi.useRealTimers()
    }
    expect((await call(logout, { method: 'POST', as })).status).toBe(200)
    expect((await call(getAccount, { as })).body.error.code).toBe('token_revoked')
    const trail = await read(scope, (reader) => findTrail(reader, { ...scope } as never, { user: scope.id }))
    expect(trail.map((event) => event.type)).toEqual(['user.created', ...events])
  })

  it('stores only an Argon2id hash of the password, and records the event', async () => {
    await callLocally(POST, { body: person('hash@engine.example') })
    const scope = (await findAccounts('hash@engine.example'))[0]!
    const [row, trail, tenant] = await read(scope, async (reader) => [
      (await reader.select().from(users).where(eq(users.id, scope.id)))[0]!,
      await findTrail(reader, { ...scope } as never, { user: scope.id }),
      (await reader.select().from(tenants))[0]!,
    ])
    expect(row.passwordHash).toMatch(/^\$argon2id\$/)
    expect(trail.map((event) => event.type)).toEqual(['user.created'])
    expect(JSON.stringify(trail)).not.toContain('tangerine')
    expect(tenant).toMatchObject({ documentsLimit: 10_000, signaturesLimit: 10_000 })
  })
})

describe('400', () => {
  it('names every error at once', async () => {
    const errorResponse = await callLocally(POST, { body: { email: 'nobody', password: 'short' } })
    expect(errorResponse.status).toBe(400)
    expect(errorResponse.body.error.code).toBe('validation_error')
    expect(Object.keys(errorResponse.body.error.errors).sort()).toEqual([
      'email',
      'name',
      'password',
      'tenant_name',
    ])
  })

  it('refuses an address in use in any tenant, in any case', async () => {
    await callLocally(POST, { body: person('twice@engine.example') })
    const errorResponse = await callLocally(POST, { body: person(' TWICE@engine.example ') })
    expect(errorResponse.status).toBe(400)
    expect(errorResponse.body.error.errors).toEqual({ email: ['This email address is already in use.'] })
  })

  it('accepts one of two concurrent sign-ups with an address', async () => {
    const responses = await Promise.all(
      [1, 2].map(() => callLocally(POST, { body: person('race@engine.example') })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([201, 400])
  })

  it.each(['password1234', 'AdaLovelace1815', 'analyticalsociety1'])(
    'refuses the password %s',
    async (password) => {
      const errorResponse = await callLocally(POST, { body: { ...person('weak@engine.example'), password } })
      expect(errorResponse.status).toBe(400)
      expect(Object.keys(errorResponse.body.error.errors)).toEqual(['password'])
    },
  )

  it('refuses a body that is not JSON', async () => {
    const errorResponse = await callLocally(POST, {
      body: '{"email": ',
      headers: { 'content-type': 'application/json' },
    })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'invalid_json'])
  })
})

describe('403', () => {
  it('refuses sign-ups with SIGNUP=closed', async () => {
    env().signup = 'closed'
    const errorResponse = await callLocally(POST, { body: person('closed@engine.example') })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
    expect(await findAccounts('closed@engine.example')).toEqual([])
  })

  it.each([
    ['from another machine', {}, null, 'http://localhost:3000'],
    ['with a public APP_URL', { 'x-paraph-local': 'true' }, null, 'https://sign.example.com'],
  ])('refuses sign-ups without an SMTP server %s', async (_where, headers, smtpUrl, appUrl) => {
    const before = { smtpUrl: env().smtpUrl, appUrl: env().appUrl }
    Object.assign(env(), { smtpUrl, appUrl })
    try {
      const errorResponse = await call(POST, { body: person('afar@engine.example'), headers })
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
      expect(errorResponse.body.error.message).toContain('SMTP_URL')
      expect(await findAccounts('afar@engine.example')).toEqual([])
    } finally {
      Object.assign(env(), before)
    }
  })

  it.each([{}, { email: 7 }, '{"email": '])(
    'refuses the body %j the same way with SIGNUP=closed',
    async (body) => {
      env().signup = 'closed'
      const headers = { 'content-type': 'application/json' }
      const errorResponse = await callLocally(POST, { body, headers })
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
    },
  )
})

describe('405', () => {
  it('accepts only POST', async () => {
    const errorResponse = await call(GET)
    expect([errorResponse.status, errorResponse.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('429', () => {
  it('after a hundred sign-ups per IP address and hour', async () => {
    // The password is invalid, but the attempt is counted before it is checked.
    const tries = Array.from({ length: 100 }, () =>
      callLocally(POST, {
        address: '203.0.113.99',
        body: { ...person('many@engine.example'), password: 'password1234' },
      }),
    )
    expect(new Set((await Promise.all(tries)).map((response) => response.status))).toEqual(new Set([400]))
    const errorResponse = await callLocally(POST, {
      address: '203.0.113.99',
      body: person('many@engine.example'),
    })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([429, 'rate_limited'])
  })
})
