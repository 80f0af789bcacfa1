import { beforeEach, describe, expect, it } from 'vitest'
import { userIdentities } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as listUsers } from '../../route.ts'
import { GET as getUser } from '../route.ts'
import * as route from './route.ts'

const issuer = 'https://login.heron.example'
let tenant: TestTenant
let member: Member

beforeEach(async () => {
  tenant = await makeTenant()
  member = await tenant.addMember('user')
})

const link = ({ ctx, user }: Member, subject = String(user.id)) =>
  write(ctx, (tx) =>
    tx.insert(userIdentities).values({
      tenantId: ctx.tenantId,
      userId: user.id,
      source: 'tenant',
      issuer,
      subject,
      createdAt: ctx.now,
    }),
  )
const unlink = (caller: { token: string } = tenant, { id } = member.user) =>
  call(route.DELETE, { method: 'DELETE', as: caller, params: { id } })

itIsGuarded('/users/{id}/provider-links', route, {
  idsOfOtherTenant: async () => {
    const otherTenant = await makeTenant()
    await link(otherTenant)
    return { id: otherTenant.user.id }
  },
})

describe('204', () => {
  it('removes the links; the user and the administrators get an email', async () => {
    await link(member)
    await link(tenant)
    const newEmails = watchEmails(tenant)
    await newEmails()
    expect((await unlink()).status).toBe(204)
    const links = await read(tenant.ctx, (reader) => reader.select().from(userIdentities))
    expect(links.map(({ userId }) => userId)).toEqual([tenant.user.id])
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([member.user.email, tenant.user.email])
    for (const { text } of emails) expect(text).toContain('is no longer linked')
    expect((await unlink()).status).toBe(404)
  })

  it('by a key with the scope users; an administrator needs the scope admins', async () => {
    await link(member)
    await link(tenant)
    const key = await tenant.addKey({ scopes: ['users'] })
    expect((await unlink(key)).status).toBe(204)
    const errorResponse = await unlink(key, tenant.user)
    expect([errorResponse.status, errorResponse.body.error.required_scope]).toEqual([403, 'admins'])
  })
})

it('the record of a user has the issuers of the links, in the list too', async () => {
  await link(member)
  const readUser = async () => {
    const list = await call<{ data: object[] }>(listUsers, { as: tenant, path: '/api/v1/users?role=user' })
    const one = await call(getUser, { as: tenant, params: { id: member.user.id } })
    return [...list.body.data, one.body.data]
  }
  expect(await readUser()).toMatchObject(Array(2).fill({ provider_links: [{ issuer }] }))
  await unlink()
  expect(await readUser()).toMatchObject(Array(2).fill({ provider_links: [] }))
})
