import { beforeEach, describe, expect, it } from 'vitest'
import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import type { UserRecord } from '#lib/identity/schema'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET, PATCH } from './route.ts'

let tenant: TestTenant
let viewer: Member
beforeEach(async () => {
  tenant = await makeTenant()
  viewer = await tenant.addMember('viewer')
})

const change = (body: unknown, caller: { token: string } = viewer) =>
  call<{ data: UserRecord; error: { code: string; errors: object } }>(PATCH, {
    method: 'PATCH',
    as: caller,
    body,
  })

describe('PATCH 200', () => {
  it('changes name and language for every role, and records the changes once', async () => {
    const updateResponse = await change({ name: 'Grace Hopper', locale: 'de' })
    expect([updateResponse.status, updateResponse.body.data]).toMatchObject([
      200,
      { name: 'Grace Hopper', locale: 'de' },
    ])
    await change({ name: 'Grace Hopper' })
    expect((await call(GET, { as: viewer })).body.data).toEqual(updateResponse.body.data)
    const trail = await read(viewer.ctx, (reader) => findTrail(reader, viewer.ctx, { user: viewer.user.id }))
    const changes = trail.filter(({ type }) => type === 'user.updated')
    expect(changes.map(({ data }) => data)).toMatchObject([{ changes: { locale: { from: 'en', to: 'de' } } }])
  })

  it('turns off the named emails only, and records the change', async () => {
    await change({ notifications: { completed: false } })
    const changed = await change({ notifications: { quota: false } })
    const notifications = {
      completed: false,
      refused: true,
      expired: true,
      delivery_failed: true,
      quota: false,
      webhook_disabled: true,
      sign_in_changes: true,
    }
    expect(changed.body.data.notifications).toEqual(notifications)
    const trail = await read(viewer.ctx, (reader) => findTrail(reader, viewer.ctx, { user: viewer.user.id }))
    const changes = trail.filter(({ type }) => type === 'user.updated').map(({ data }) => data.changes)
    expect(changes).toEqual([
      { muted_emails: { from: [], to: ['completed'] } },
      { muted_emails: { from: ['completed'], to: ['completed', 'quota'] } },
    ])
    expect((await change({ notifications: { completed: true } })).body.data.notifications.completed).toBe(
      true,
    )
  })

  it('ignores other members of the user', async () => {
    const { body } = await change({ role: 'tenant_admin', email: 'grace@example.com' })
    expect(body.data).toMatchObject({ role: 'viewer', email: viewer.user.email })
  })
})

describe('PATCH 400', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ locale: 'tlh' }, 'locale'],
    [{ notifications: { completed: 'never' } }, 'notifications.completed'],
  ])('refuses %j', async (body, member) => {
    const errorResponse = await change(body)
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, [member]])
  })
})

describe('PATCH 401 and 403', () => {
  it('requires a signed-in user, not a key', async () => {
    expect((await call(PATCH, { method: 'PATCH', body: {} })).status).toBe(401)
    expect((await change({ name: 'Key' }, await tenant.addKey())).status).toBe(403)
  })
})
