import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { connect } from '../connection/client.ts'
import { countCalls, findAccounts, findApiKey, findSession, listTenantIds } from '../tenancy/cross-tenant.ts'

const owner: Sql = connect(env().databaseUrl!, { max: 1 })
let tenant: TestTenant
let otherTenant: TestTenant

beforeAll(async () => {
  ;[tenant, otherTenant] = [await makeTenant(), await makeTenant()]
})
afterAll(() => owner.end())

describe('cross_tenant_find_session', () => {
  it('finds the session, its user and tenant by the hash of the token alone', async () => {
    const session = await findSession(sha256Hex(tenant.token))
    expect(session).toMatchObject({ tenantId: tenant.tenantId, user: { id: tenant.user.id } })
    expect(await findSession(sha256Hex(`${tenant.token}x`))).toBeNull()
    expect(await findSession(tenant.token)).toBeNull()
  })

  it('shows the session of a deleted user as revoked', async () => {
    const member = await tenant.addMember('user')
    await owner`update users set deleted_at = '2026-01-02T03:04:05Z' where id = ${member.user.id}`
    const session = await findSession(sha256Hex(member.token))
    expect(session?.revokedAt).toEqual(new Date('2026-01-02T03:04:05Z'))
  })
})

describe('cross_tenant_find_api_key', () => {
  it('finds a key by its hash, and none of a deleted creator', async () => {
    const member = await tenant.addMember('user')
    const [key] = await owner<{ id: number }[]>`
      insert into api_keys (tenant_id, name, prefix, last_four, key_hash, scopes, test_mode, created_by, created_at)
      values (${tenant.tenantId}, 'Shop', 'psk_live_abc', 'wxyz', ${sha256Hex('the key')}, '{documents:read}', false,
        ${member.user.id}, now()) returning id::int`
    expect(await findApiKey(sha256Hex('the key'))).toMatchObject({ tenantId: tenant.tenantId, id: key!.id })
    await owner`update users set deleted_at = now() where id = ${member.user.id}`
    expect(await findApiKey(sha256Hex('the key'))).toBeNull()
  })
})

describe('cross_tenant_find_users', () => {
  it('finds the users with an address in every tenant, confirmed ones first', async () => {
    const email = 'shared@example.com'
    const members = [await tenant.addMember('user'), await otherTenant.addMember('user')]
    for (const { user } of members) await owner`update users set email = ${email} where id = ${user.id}`
    await owner`update users set email_confirmed_at = null where id = ${members[0]!.user.id}`
    await owner`update users set email_confirmed_at = now() where id = ${members[1]!.user.id}`
    expect((await findAccounts(email)).map(({ id }) => id)).toEqual([
      members[1]!.user.id,
      members[0]!.user.id,
    ])
    expect(await findAccounts('SHARED@example.com')).toEqual([])
  })
})

describe('cross_tenant_count_api_calls', () => {
  it('adds calls per tenant and month, and keeps the latest use of a key', async () => {
    const month = '2026-11-01'
    const calls = [tenant, otherTenant].map(({ tenantId }, index) => ({
      tenant_id: tenantId,
      month,
      calls: index + 1,
    }))
    await countCalls(calls, [])
    await countCalls(calls, [])
    const rows = await owner<{ calls: number }[]>`
      select calls from api_calls where tenant_id in ${owner([tenant.tenantId, otherTenant.tenantId])} order by calls`
    expect(rows.map((row) => row.calls)).toEqual([2, 4])
  })
})

it('cross_tenant_list_tenants lists every tenant in order', async () => {
  const ids = await listTenantIds()
  expect(ids).toEqual(expect.arrayContaining([tenant.tenantId, otherTenant.tenantId]))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})
