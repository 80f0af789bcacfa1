import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { identityJobs } from '#lib/identity/jobs'
import { RECOVER_QUEUE } from '#lib/identity/passwords/recover'
import { encryptData } from '#lib/jobs/encrypted-data'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST } from './route.ts'

let tenant: TestTenant
let worker: Worker

beforeAll(async () => {
  tenant = await makeTenant()
  worker = await startWorker(identityJobs)
})
afterAll(() => worker.stop(5000))

const forgot = (email: unknown, address = '198.51.100.7') =>
  call<{ message: string; error: { code: string; errors: object } }>(POST, { address, body: { email } })

const getRecoveryHash = (id: number) =>
  read(tenant.ctx, async (reader) => {
    const [row] = await reader.select().from(users).where(eq(users.id, id))
    return row?.recoveryHash ?? null
  })

describe('200', () => {
  it('sends a reset link and records the IP address of the request in the trail', async () => {
    const { user } = await tenant.addMember('user')
    expect((await forgot(` ${user.email.toUpperCase()}`, '203.0.113.9')).status).toBe(200)
    await expect.poll(() => getRecoveryHash(user.id)).toMatch(/^[\da-f]{64}$/)
    const [event] = await read(tenant.ctx, (reader) =>
      reader
        .select()
        .from(events)
        .where(eq(events.chain, `user:${user.id}`)),
    )
    expect(event).toMatchObject({
      type: 'user.password_reset_requested',
      data: { user_id: user.id, email: user.email },
      address: '203.0.113.9',
    })
  })

  it('responds the same for an unknown address and sends nothing', async () => {
    const { user } = await tenant.addMember('user')
    const [known, unknown] = [await forgot(user.email), await forgot('unknown@example.com')]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(unknown.body).toEqual({ message: expect.stringMatching(/^If this address/) })
    await identityJobs['identity.recover']!.handle(
      encryptData(RECOVER_QUEUE, {
        email: 'unknown@example.com',
        address: null,
        userAgent: null,
        requestId: 'r',
      }),
      { id: '1', attempt: 0, signal: new AbortController().signal },
    )
  })

  it('invalidates the previous link', async () => {
    const { user } = await tenant.addMember('user')
    await forgot(user.email)
    await expect.poll(() => getRecoveryHash(user.id)).not.toBeNull()
    const first = await getRecoveryHash(user.id)
    await forgot(user.email)
    await expect.poll(() => getRecoveryHash(user.id)).not.toBe(first)
  })
})

describe('400', () => {
  it.each([undefined, '', 'nobody', 7])('refuses the address %j', async (email) => {
    const errorResponse = await forgot(email)
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['email']])
  })
})

describe('429', () => {
  it('limits the emails per email address, known or unknown, from all IP addresses', async () => {
    const { user } = await tenant.addMember('user')
    for (const email of [user.email, 'stranger@example.com']) {
      const responses = []
      for (let attempt = 1; attempt <= 4; attempt++)
        responses.push((await forgot(email, `203.0.113.${attempt}`)).status)
      expect(responses).toEqual([200, 200, 200, 429])
    }
    const errorResponse = await forgot(user.email, '203.0.113.5')
    expect(errorResponse.body.error.code).toBe('rate_limited')
    expect(Number(errorResponse.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('limits requests per IP address', async () => {
    const address = '203.0.113.99'
    for (let attempt = 0; attempt < 30; attempt++)
      expect((await forgot(`list${attempt}@example.com`, address)).status).toBe(200)
    expect((await forgot('list31@example.com', address)).status).toBe(429)
  })
})
