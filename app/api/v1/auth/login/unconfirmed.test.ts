import { beforeAll, describe, expect, it } from 'vitest'
import { read } from '#db/tenancy/tenant'
import { flushReads } from '#lib/audit/reads'
import { findTrail } from '#lib/audit/trail'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { DELETE as deleteUser } from '../../users/[id]/route.ts'
import { POST as createUser } from '../../users/route.ts'
import { POST } from './route.ts'

const ownersPassword = 'tangerine orbit 41'
const knownPassword = 'seven bridges at noon'
/** Of the tenant that creates users with the addresses of others. */
let stranger: TestTenant

beforeAll(async () => {
  stranger = await makeTenant()
})

const makeOwner = async () => makeTenant({ passwordHash: await hashPassword(ownersPassword) })

/** Creates a user whose address nobody has confirmed. @returns the id */
async function createUnconfirmed(email: string, password = knownPassword): Promise<number> {
  const body = { name: 'Ada', email, role: 'user', password }
  const response = await call<{ data: { id: number } }>(createUser, { as: stranger, body })
  expect(response.status).toBe(201)
  return response.body.data.id
}

const login = (email: string, password: string, address: string) =>
  call(POST, { address, headers: { 'user-agent': 'Owner/1.0' }, body: { email, password } })

async function findFailures(tenant: TestTenant, user: number) {
  await flushReads()
  const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { user }))
  return trail.filter(({ type }) => type === 'user.sign_in_failed')
}

describe('an account whose address is not confirmed', () => {
  it('signs in any number of times, and makes no browser known', async () => {
    const email = 'without.mailbox@example.com'
    await createUnconfirmed(email)
    for (let time = 0; time < 15; time++) {
      const { status, headers } = await login(email, knownPassword, '203.0.113.30')
      expect([status, headers.getSetCookie()]).toEqual([200, []])
    }
  })

  it('does not reset the failed attempts at the accounts of its address', async () => {
    const { user } = await makeOwner()
    await createUnconfirmed(user.email)
    const address = '203.0.113.31'
    const statuses = []
    for (let round = 0; round < 3; round++) {
      statuses.push((await login(user.email, knownPassword, address)).status)
      for (let attempt = 0; attempt < 3; attempt++)
        statuses.push((await login(user.email, 'wrong wrong wrong', address)).status)
    }
    // The first password of the account counts as one of ten.
    expect(statuses).toEqual([200, 401, 401, 401, 200, 401, 401, 401, 200, 401, 401, 401])
    expect((await login(user.email, ownersPassword, address)).status).toBe(429)
    expect((await login(user.email, ownersPassword, '203.0.113.32')).status).toBe(200)
  })

  it('counts each new password as an attempt', async () => {
    const { user } = await makeOwner()
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt++) {
      const guess = `quiet lighthouse number ${attempt}`
      const id = await createUnconfirmed(user.email, guess)
      statuses.push((await login(user.email, guess, '203.0.113.33')).status)
      await call(deleteUser, { method: 'DELETE', as: stranger, params: { id } })
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('learns of a failed sign-in, but neither the IP address nor the browser, with and without other accounts', async () => {
    const owner = await makeOwner()
    const { email, id } = owner.user
    const alone = 'only.here@example.com'
    const [shared, single] = [await createUnconfirmed(email), await createUnconfirmed(alone)]
    for (const address of [email, alone]) await login(address, 'wrong wrong wrong', '203.0.113.34')
    for (const user of [shared, single])
      expect(await findFailures(stranger, user)).toMatchObject([{ address: null, userAgent: null }])
    expect(await findFailures(owner, id)).toMatchObject([{ address: '203.0.113.34', userAgent: 'Owner/1.0' }])
  })
})
