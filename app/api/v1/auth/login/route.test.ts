import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '#db/connection/client'
import { read } from '#db/tenancy/tenant'
import { flushReads } from '#lib/audit/reads'
import { findTrail } from '#lib/audit/trail'
import { env } from '#lib/core/env'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getUser } from '../../user/route.ts'
import { POST } from './route.ts'

const computed = vi.hoisted(() => ({ hashes: [] as string[] }))
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const hash: typeof argon2.hash = async (...input) => {
    const result = await argon2.hash(...input)
    computed.hashes.push(result)
    return result
  }
  return { ...argon2, hash }
})

const password = 'tangerine orbit 41'
let tenant: TestTenant

beforeAll(async () => {
  tenant = await makeTenant({ passwordHash: await hashPassword(password) })
})
afterEach(() => {
  computed.hashes.length = 0
})

const login = (email: string, input = password, address = '198.51.100.7') =>
  call<{ data: { access_token: string }; error: { code: string; message: string } }>(POST, {
    address,
    body: { email, password: input },
  })

describe('200', () => {
  it('returns a token for the API', async () => {
    const response = await login(tenant.user.email.toUpperCase())
    const { id, name, email } = tenant.user
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      data: {
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 3600,
        user: { id, name, email },
      },
    })
    const account = await call(getUser, { as: response.body.data.access_token })
    expect(account.body.data).toMatchObject({ id, name, email, role: 'tenant_admin' })
  })

  it('allows any number of successful logins', async () => {
    for (let time = 0; time < 12; time++) expect((await login(tenant.user.email)).status).toBe(200)
  })
})

describe('400', () => {
  it('requires email and password', async () => {
    const errorResponse = await call(POST, { body: {} })
    expect(errorResponse.status).toBe(400)
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(['email', 'password'])
  })
})

describe('401', () => {
  it('responds the same whether the address is known or not', async () => {
    const passwordless = await makeTenant()
    const refusals = []
    for (const email of [tenant.user.email, passwordless.user.email, 'unknown@example.com']) {
      computed.hashes.length = 0
      const { status, body } = await login(email, 'tangerine orbit 42')
      refusals.push({
        status,
        code: body.error.code,
        message: body.error.message,
        hashed: computed.hashes.length,
      })
      expect(computed.hashes[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    }
    expect(refusals[0]).toEqual({
      status: 401,
      code: 'invalid_credentials',
      message: 'The email address or the password is wrong.',
      hashed: 1,
    })
    expect(refusals[1]).toEqual(refusals[0])
    expect(refusals[2]).toEqual(refusals[0])
  })
})

describe('429', () => {
  it('refuses after ten failed attempts at one account from one IP address, with Retry-After', async () => {
    const victim = await makeTenant({ passwordHash: await hashPassword(password) })
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => login(victim.user.email, 'wrong wrong wrong', '203.0.113.200')),
    )
    const statuses = tries.map((response) => response.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    const errorResponse = await login(victim.user.email, password, '203.0.113.200')
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([429, 'rate_limited'])
    const wait = Number(errorResponse.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(900)
    const headers = ['limit', 'remaining', 'reset'].map((name) =>
      errorResponse.headers.get(`x-ratelimit-${name}`),
    )
    expect(headers).toEqual(['10', '0', String(wait)])
    expect((await login(tenant.user.email, password, '203.0.113.200')).status).toBe(200)
    await flushReads()
    const trail = await read(victim.ctx, (reader) => findTrail(reader, victim.ctx, { user: victim.user.id }))
    const failures = trail.filter(({ type }) => type === 'user.sign_in_failed')
    expect(new Set(failures.map(({ data }) => data.reason))).toEqual(
      new Set(['wrong_password', 'rate_limited']),
    )
  })

  it('records the refusals of an account in a window once', async () => {
    const victim = await makeTenant({ passwordHash: await hashPassword(password) })
    const { email } = victim.user
    const address = '203.0.113.240'
    await Promise.all(Array.from({ length: 10 }, () => login(email, 'wrong wrong wrong', address)))
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await login(email, password, address)).status).toBe(429)
      // Attempts before the next flush would be one event anyway.
      await flushReads()
    }
    const trail = await read(victim.ctx, (reader) => findTrail(reader, victim.ctx, { user: victim.user.id }))
    expect(trail.filter(({ data }) => data.reason === 'rate_limited')).toHaveLength(1)
  })

  it('does not lock the owner out at another IP address or on a known device', async () => {
    const owner = await makeTenant({ passwordHash: await hashPassword(password) })
    const { email } = owner.user
    const home = '203.0.113.220'
    const firstResponse = await login(email, password, home)
    const [cookie = ''] = firstResponse.headers.getSetCookie()
    expect(cookie).toMatch(
      /^paraph-device-[\da-f]{16}=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    )
    const loginFromKnownDevice = (input: string, deviceCookie = cookie.split(';')[0]!) =>
      call(POST, { address: home, headers: { cookie: deviceCookie }, body: { email, password: input } })
    // More than the limits of one IP address: 10 at one account, 50 at all accounts.
    for (let attempt = 0; attempt < 55; attempt++) await login(email, 'wrong wrong wrong', home)
    expect((await login(email, password, home)).status).toBe(429)
    expect((await login(email, password, '203.0.113.221')).status).toBe(200)
    expect((await loginFromKnownDevice(password)).status).toBe(200)
    expect((await loginFromKnownDevice(password, `${cookie.split(';')[0]!.slice(0, -4)}0000`)).status).toBe(
      429,
    )
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await loginFromKnownDevice('wrong wrong wrong')).status).toBe(401)
    expect((await loginFromKnownDevice(password)).status).toBe(429)
  })

  it('a device known to one account is unknown to the others', async () => {
    const [firstTenant, otherTenant] = [
      await makeTenant({ passwordHash: await hashPassword(password) }),
      await makeTenant({ passwordHash: await hashPassword(password) }),
    ]
    const address = '203.0.113.230'
    const [cookie = ''] = (await login(firstTenant.user.email, password, address)).headers.getSetCookie()
    const [name, deviceToken] = cookie.split(';')[0]!.split('=')
    const [otherCookie = ''] = (await login(otherTenant.user.email, password, address)).headers.getSetCookie()
    const forged = `${name}=${deviceToken}; ${otherCookie.split('=')[0]}=${deviceToken}`
    const body = { email: otherTenant.user.email, password: 'wrong wrong wrong' }
    const tries = []
    for (let attempt = 0; attempt < 11; attempt++)
      tries.push((await call(POST, { address, headers: { cookie: forged }, body })).status)
    expect(tries).toEqual([...Array(10).fill(401), 429])
    expect((await login(otherTenant.user.email, password, address)).status).toBe(429)
  })

  it('refuses after a hundred failed attempts at one account from many IP addresses', async () => {
    const victim = await makeTenant({ passwordHash: await hashPassword(password) })
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt++)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, () =>
            login(victim.user.email, 'wrong wrong wrong', `192.0.2.${attempt + 1}`),
          ),
        )),
      )
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(100)
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('a correct login does not reset the limit of 50 failed attempts per IP address at other accounts', async () => {
    const address = '203.0.113.210'
    for (let attempt = 0; attempt < 49; attempt++)
      await login(`guess${attempt}@example.com`, 'wrong wrong wrong', address)
    expect((await login(tenant.user.email, password, address)).status).toBe(200)
    expect((await login('guess50@example.com', 'wrong wrong wrong', address)).status).toBe(401)
    expect((await login(tenant.user.email, password, address)).status).toBe(429)
  })

  it('an IPv6 address shares the limit of its /64', async () => {
    const from = (index: number) => `2001:db8:64:1::${index.toString(16)}`
    const guesses = Array.from({ length: 50 }, (_, number) =>
      login(`v6-${number}@example.com`, 'wrong wrong wrong', from(number)),
    )
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]))
    expect((await login(tenant.user.email, password, from(50))).status).toBe(429)
    expect((await login(tenant.user.email, password, '2001:db8:64:2::1')).status).toBe(200)
  })

  it('refuses while the counters are unavailable', async () => {
    const ownerConnection = connect(env().databaseUrl!, { max: 1 })
    await ownerConnection`alter table rate_limits rename to rate_limits_gone`
    try {
      const errorResponse = await login(tenant.user.email)
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([429, 'rate_limited'])
      expect(errorResponse.headers.get('retry-after')).toBe('30')
    } finally {
      await ownerConnection`alter table rate_limits_gone rename to rate_limits`
      await ownerConnection.end()
    }
  })

  it('can be switched off', async () => {
    const limits = env().rateLimits
    const limitBefore = limits.login
    limits.login = 0
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => login('off@example.com', 'wrong wrong wrong')),
    )
    limits.login = limitBefore
    expect(new Set(tries.map((response) => response.status))).toEqual(new Set([401]))
  })
})
