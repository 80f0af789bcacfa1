import { expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { makeTenant } from './tenant.ts'

it('creates tenants that do not see each other', async () => {
  const [first, second] = [await makeTenant(), await makeTenant({ role: 'viewer' })]
  await first.addMember('user')
  const key = await first.addKey({ testMode: true })
  expect(key.token).toMatch(/^psk_test_/)
  expect(await read(first.ctx, (reader) => reader.$count(users))).toBe(2)
  const usersSeen = await read(second.ctx, (reader) =>
    reader.select({ id: users.id, role: users.role }).from(users),
  )
  expect(usersSeen).toEqual([{ id: second.user.id, role: 'viewer' }])
})
