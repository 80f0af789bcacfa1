import { beforeEach, describe, expect, it } from 'vitest'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { AppError } from '#lib/core/errors'
import { sendReset } from '#lib/identity/passwords/send-reset'
import { createUser } from '#lib/identity/users/create-user'
import { updateUser } from '#lib/identity/users/update-user'
import { watchEmails } from '#lib/testing/records/mailbox'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'

let tenant: TestTenant
let email: string
beforeEach(async () => {
  tenant = await makeTenant()
  email = `stranger.${tenant.user.id}@example.net`
})

const create = (address: string, options: { password?: string; send_invitation?: boolean }) =>
  createUser(tenant.ctx, { name: 'Ada', email: address, role: 'user', send_invitation: false, ...options })

/** How often the operation succeeds before `rate_limited`. */
async function countAllowed(operation: () => Promise<unknown>): Promise<number> {
  for (let allowed = 0; ; allowed++) {
    const error = await operation().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error instanceof AppError && error.code === 'rate_limited') return allowed
    if (error) throw error
  }
}

describe('emails with a link to an address that users and keys of a tenant name', () => {
  it('invitations and resets', async () => {
    const { id } = await create(email, { send_invitation: true })
    expect(await countAllowed(() => sendReset(tenant.ctx, id))).toBe(9)
    const other = await create(`other.${email}`, { password: 'seven bridges at noon' })
    expect(await countAllowed(() => sendReset(tenant.ctx, other.id))).toBe(10)
  })

  it('confirmations of a new address', async () => {
    const { id } = await create(`other.${email}`, { password: 'seven bridges at noon' })
    expect(await countAllowed(() => updateUser(tenant.ctx, id, { email }))).toBe(10)
  })

  it('from several tenants together', async () => {
    const allowed = []
    for (let count = 0; count < 3; count++) {
      tenant = await makeTenant()
      const { id } = await create(email, { password: 'seven bridges at noon' })
      const { ctx } = tenant
      allowed.push(await countAllowed(() => sendReset(ctx, id)))
    }
    expect(allowed).toEqual([10, 10, 0])
  })
})

describe('notices without a link', () => {
  const recordChanges = (id: number, count: number) =>
    write(tenant.ctx, async (tx) => {
      const data = { user_id: id, by: 'self' }
      for (let change = 0; change < count; change++)
        await record(tx, tenant.ctx, { type: 'user.password_changed', subject: { user: id }, data })
    })

  it('to an address that is not confirmed are limited, to a confirmed one they are not', async () => {
    const { id } = await create(email, { password: 'seven bridges at noon' })
    const { user } = await tenant.addMember('user')
    const newEmails = watchEmails(tenant)
    await recordChanges(id, 30)
    await recordChanges(user.id, 30)
    const counts = Map.groupBy(await newEmails(), ({ to }) => to)
    expect([counts.get(email)?.length, counts.get(user.email)?.length]).toEqual([20, 30])
    expect(counts.get(tenant.user.email)).toHaveLength(60)
  })
})
