import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { sessionSeconds } from '#lib/signing/one-time-code/one-time-code'
import { collectPlans, withPlans } from '#lib/testing/database/plans'
import { addDraft } from '#lib/testing/records/records'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { connect, database } from '../connection/client.ts'
import { claimNewKey, storeResponse } from '../idempotency-claim.ts'
import {
  countCalls,
  findAccounts,
  findApiKey,
  findLinkHolders,
  findSession,
  listTenantIds,
} from '../tenancy/cross-tenant.ts'

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

describe('cross_tenant_enter_signing', () => {
  it('finds the signers of a link in their order, with the session that this browser has confirmed', async () => {
    const { id } = await addDraft(tenant, {
      documents: [],
      signers: (['signer', 'cc'] as const).map((role) => ({
        name: `Ada as ${role}`,
        email: 'ada@example.com',
        role,
      })),
    })
    const people = await owner<{ id: number; token_hash: string }[]>`
      update signers set token_hash = ${sha256Hex('the link')} where process_id = ${id} returning id::int`
    const confirmedAt = new Date('2026-01-02T03:04:05Z')
    for (const signer of people)
      await owner`
        insert into signing_sessions (tenant_id, signer_id, secret_hash, confirmed_at)
        values (${tenant.tenantId}, ${signer.id}, ${sha256Hex('the secret')}, ${confirmedAt})`
    const enter = async (secret: string | null, confirmedAfter: Date) =>
      (
        await findLinkHolders(sha256Hex('the link'), {
          secretHash: secret && sha256Hex(secret),
          confirmedAfter,
        })
      ).map(({ name, sessionId }) => [name, sessionId !== null])
    const before = new Date(confirmedAt.getTime() - 1)
    for (const after of [before, new Date(confirmedAt.getTime() - sessionSeconds * 1000)])
      expect(await enter('the secret', after)).toEqual([
        ['Ada as signer', true],
        ['Ada as cc', true],
      ])
    for (const [secret, after] of [
      [null, before],
      ['another', before],
      ['the secret', confirmedAt],
      // The clock was set back since.
      ['the secret', new Date(confirmedAt.getTime() - sessionSeconds * 1000 - 61_000)],
    ] as const)
      expect(await enter(secret, after)).toEqual([
        ['Ada as signer', false],
        ['Ada as cc', false],
      ])
    expect(await findLinkHolders(sha256Hex('no link'), { secretHash: null, confirmedAfter: before })).toEqual(
      [],
    )
  })
})

describe('cross_tenant_claim_idempotency_key', () => {
  it('claims a key once for each tenant and principal; only its owner stores a response, once', async () => {
    const claim = { tenantId: tenant.tenantId, principal: 'user:1', key: 'one', owner: 'first' }
    const hmac = sha256Hex('the request')
    const take = (other: Partial<typeof claim>) => claimNewKey({ ...claim, ...other }, hmac, new Date())
    expect([await take({}), await take({ owner: 'second' })]).toEqual([true, false])
    expect([await take({ principal: 'user:2' }), await take({ tenantId: otherTenant.tenantId })]).toEqual([
      true,
      true,
    ])
    const store = (storingOwner: string, status: number) =>
      storeResponse({ ...claim, owner: storingOwner }, { status, headers: { location: '/x' }, body: 'text' })
    await store('second', 400)
    await store('first', 201)
    await store('first', 202)
    const rows = await owner`
      select owner, status, headers, body, executed from idempotency_keys where request_hmac = ${hmac} order by status`
    expect(rows[0]).toEqual({
      owner: 'first',
      status: 201,
      headers: { location: '/x' },
      body: 'text',
      executed: false,
    })
    expect(rows.slice(1).map(({ status }) => status)).toEqual([null, null])
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

it('lookups by a hash compare it with the column as it is, so that an index serves them', async () => {
  const functions = await owner<{ name: string; count: number }[]>`
    select proname as name, pronargs::int as count from pg_proc
    where proname like 'cross_tenant_%' and proargnames[1] = 'hash' order by proname`
  expect(functions.length).toBeGreaterThan(9)
  await collectPlans(owner)
  const { text } = await withPlans(async () => {
    for (const { name, count } of functions) {
      const values = [`'${sha256Hex(name)}'`, ...Array.from({ length: count - 1 }, () => "'2026-01-01'")]
      await database().execute(sql.raw(`select ${name}(${values.join(', ')})`))
    }
  })
  expect(text).toContain('token_hash = ')
  expect(text.match(/\(\w+\)::text = .*/g)).toBeNull()
})

it('cross_tenant_list_tenants lists every tenant in order', async () => {
  const ids = await listTenantIds()
  expect(ids).toEqual(expect.arrayContaining([tenant.tenantId, otherTenant.tenantId]))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})
