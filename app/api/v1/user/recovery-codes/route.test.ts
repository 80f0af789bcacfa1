import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recoveryCodes as codesTable } from '#db/schema/identity-sign-in'
import { read } from '#db/tenancy/tenant'
import { moveClock } from '#lib/core/clock'
import { hashPassword } from '#lib/identity/passwords/password'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { addTotp, enterFactor, enterPassword } from '#lib/testing/users/factors'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as route from './route.ts'

const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant

beforeEach(async () => {
  tenant = await makeTenant({ passwordHash })
})

const remaining = async () => (await call(route.GET, { as: tenant })).body.data.remaining
const create = () =>
  call<{ data: { codes: string[] }; error: { code: string; current_status: string } }>(route.POST, {
    method: 'POST',
    as: tenant,
  })
const signInWith = async (code: string) => {
  const { challenge } = (await enterPassword(tenant.user.email, password)).body.error
  return (await enterFactor(challenge, { recovery_code: code })).status
}

itIsGuarded('/user/recovery-codes', route)

describe('recovery codes', () => {
  it('are ten at first, and fewer as they are used', async () => {
    const { recoveryCodes } = await addTotp(tenant)
    expect(await remaining()).toBe(10)
    expect([await signInWith(recoveryCodes[0]!), await signInWith(recoveryCodes[1]!)]).toEqual([200, 200])
    expect(await remaining()).toBe(8)
  })

  it('can be created again: the earlier ones stop working, and the user gets an email', async () => {
    const { recoveryCodes: earlier } = await addTotp(tenant)
    const newEmails = watchEmails(tenant)
    await newEmails()
    const createResponse = await create()
    expect([createResponse.status, createResponse.body.data.codes.length, await remaining()]).toEqual([
      201, 10, 10,
    ])
    expect(createResponse.headers.get('location')).toMatch(/\/api\/v1\/user\/recovery-codes$/)
    expect(await signInWith(earlier[0]!)).toBe(400)
    expect(await signInWith(createResponse.body.data.codes[0]!)).toBe(200)
    const [email] = await newEmails()
    expect(email?.text).toContain('New recovery codes were created')
  })

  it('are stored as keyed hashes', async () => {
    const { recoveryCodes } = await addTotp(tenant)
    const rows = JSON.stringify(await read(tenant.ctx, (reader) => reader.select().from(codesTable)))
    for (const code of recoveryCodes)
      for (const spelling of [code, code.replace('-', '')]) expect(rows).not.toContain(spelling)
  })

  it('of another user do not work', async () => {
    await addTotp(tenant)
    const other = await addTotp(await makeTenant())
    expect(await signInWith(other.recoveryCodes[0]!)).toBe(400)
  })
})

it('409 without a second factor', async () => {
  const errorResponse = await create()
  expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'none'])
})

describe('15 minutes after the password was entered', () => {
  afterEach(() => moveClock(-16 * 60_000))

  it('403 reauthentication_required', async () => {
    await addTotp(tenant)
    moveClock(16 * 60_000)
    expect((await create()).body.error.code).toBe('reauthentication_required')
  })
})
