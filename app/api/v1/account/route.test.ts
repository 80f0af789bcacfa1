import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { flushCalls } from '#lib/identity/account/calls'
import { reserveQuota } from '#lib/identity/account/quotas'
import { consentLocales } from '#lib/identity/consent/limits'
import type { AccountRecord } from '#lib/identity/schema'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getUser } from '../user/route.ts'
import { GET, PATCH } from './route.ts'
import { PUT as setTestMode } from './test-mode/route.ts'
import { GET as getUsage } from './usage/route.ts'

type Account = { data: AccountRecord }
type Changes = { retention_years: { from: number; to: number } }

let tenant: TestTenant

beforeAll(async () => {
  tenant = await makeTenant({ documentsLimit: 20, signaturesLimit: 30 })
})

describe('200', () => {
  it('shows the tenant, its quotas and the current user', async () => {
    await write(tenant.ctx, (tx) => reserveQuota(tx, tenant.ctx, 'documents', 3))
    const response = await call(GET, { as: await tenant.addMember('viewer') })
    expect(response.body.data).toEqual({
      tenant: {
        name: expect.stringMatching(/^Tenant /),
        subscription_type: 'free',
        retention_years: 10,
        delete_after_retention: false,
        end_notice_days: null,
        email_confirmed: true,
        suspended: false,
        refuse_active_content: false,
        color: null,
        reply_to: null,
        locale: 'en',
        expires_in_days: 90,
        reminder_days: null,
        embed_origins: [],
        show_signing_links: false,
        signature_kinds: ['drawn', 'typed', 'uploaded'],
        require_second_factor: false,
        session_idle_minutes: null,
        logo_url: null,
        consent: Object.fromEntries(consentLocales.map((locale) => [locale, null])),
        quotas: { documents_limit: 20, documents_used: 3, signatures_limit: 30, signatures_used: 0 },
      },
      user: { id: expect.any(Number), name: expect.any(String), email: expect.any(String), role: 'viewer' },
      test_mode: false,
    })
  })

  it('shows the creator of a key as the user', async () => {
    const response = await call(GET, { as: await tenant.addKey() })
    expect(response.body.data).toMatchObject({ user: { id: tenant.user.id, role: 'tenant_admin' } })
  })

  it('shows the usage of this month and earlier ones', async () => {
    const ownTenant = await makeTenant({ documentsLimit: 5, signaturesLimit: 10 })
    const time = ownTenant.ctx.now
    const ctxThreeMonthsAgo = {
      ...ownTenant.ctx,
      now: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - 3, 15)),
    }
    await write(ownTenant.ctx, async (tx) => {
      await reserveQuota(tx, ownTenant.ctx, 'documents', 2)
      await reserveQuota(tx, ownTenant.ctx, 'signatures', 4)
      await reserveQuota(tx, ctxThreeMonthsAgo, 'signatures', 9)
      await tx
        .insert(documents)
        .values({ ...document, tenantId: ownTenant.tenantId, createdAt: time, updatedAt: time })
    })
    for (let request = 0; request < 3; request++) await call(getUser, { as: ownTenant })
    await flushCalls()
    const { body } = await call<{ data: { by_month: object[] } & Record<string, unknown> }>(getUsage, {
      as: ownTenant,
    })
    const { by_month: months, period, ...rest } = body.data
    expect(rest).toEqual({
      documents: { used: 2, limit: 5, remaining: 3 },
      signatures: { used: 4, limit: 10, remaining: 6 },
      processes: {
        draft: 0,
        sent: 0,
        in_progress: 0,
        completed: 0,
        refused: 0,
        cancelled: 0,
        voided: 0,
        expired: 0,
      },
      storage: { used: 1234, limit: null, remaining: null },
      storage_bytes: 1234,
      users: 1,
      api_calls: 3,
    })
    const thisMonth = time.toISOString().slice(0, 7)
    expect(months).toHaveLength(12)
    expect(months[11]).toEqual({ month: thisMonth, documents: 2, signatures: 4, api_calls: 3 })
    expect(months[8]).toEqual({
      month: ctxThreeMonthsAgo.now.toISOString().slice(0, 7),
      documents: 0,
      signatures: 9,
      api_calls: 0,
    })
    expect((period as { start: string }).start).toBe(`${thisMonth}-01T00:00:00.000Z`)
  })

  it('shows the user behind the credential', async () => {
    const response = await call(getUser, { as: tenant })
    expect(response.body.data).toEqual({
      ...tenant.user,
      pending_email: null,
      status: 'active',
      locale: 'en',
      notifications: {
        completed: true,
        refused: true,
        expired: true,
        delivery_failed: true,
        quota: true,
        webhook_disabled: true,
        sign_in_changes: true,
      },
      second_factor: false,
      provider_links: [],
      last_login_at: null,
      invitation_expires_at: null,
      created_at: expect.stringMatching(/Z$/),
    })
  })

  it('switches test mode for this session only', async () => {
    const [firstMember, other] = [await tenant.addMember('user'), await tenant.addMember('user')]
    const getMode = async (caller: { token: string }) => (await call(GET, { as: caller })).body.data.test_mode
    const switched = await call(setTestMode, { method: 'PUT', as: firstMember, body: { test_mode: true } })
    expect([switched.status, switched.body.data]).toEqual([200, { test_mode: true }])
    expect([await getMode(firstMember), await getMode(other)]).toEqual([true, false])
    await call(setTestMode, { method: 'PUT', as: firstMember, body: { test_mode: false } })
    expect(await getMode(firstMember)).toBe(false)
  })
})

describe('PATCH /account', () => {
  it('200 sets the retention and records the change once', async () => {
    const ownTenant = await makeTenant()
    for (const retention_years of [7, 7]) {
      const response = await call<Account>(PATCH, { as: ownTenant, body: { retention_years } })
      expect([response.status, response.body.data.tenant.retention_years]).toEqual([200, 7])
    }
    expect((await call<Account>(PATCH, { as: ownTenant, body: {} })).body.data.tenant.retention_years).toBe(7)
    expect((await call<Account>(GET, { as: ownTenant })).body.data.tenant.retention_years).toBe(7)
    expect((await call<Account>(GET, { as: tenant })).body.data.tenant.retention_years).toBe(10)
    const trail = await read(ownTenant.ctx, (reader) =>
      findTrail(reader, ownTenant.ctx, { tenant: ownTenant.tenantId }),
    )
    expect(trail.map(({ type, data }) => [type, data])).toEqual([
      ['tenant.updated', { changes: { retention_years: { from: 10, to: 7 } } }],
    ])
  })

  it('200 sets whether active content is refused, and keeps the retention', async () => {
    const ownTenant = await makeTenant()
    const body = { refuse_active_content: true, retention_years: 12 }
    const { tenant: changedTenant } = (await call<Account>(PATCH, { as: ownTenant, body })).body.data
    expect(changedTenant).toMatchObject(body)
    const trail = await read(ownTenant.ctx, (reader) =>
      findTrail(reader, ownTenant.ctx, { tenant: ownTenant.tenantId }),
    )
    expect(trail.map(({ data }) => data.changes)).toEqual([
      { retention_years: { from: 10, to: 12 }, refuse_active_content: { from: false, to: true } },
    ])
    const errorResponse = await call(PATCH, { as: ownTenant, body: { refuse_active_content: 'yes' } })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['refuse_active_content'],
    ])
  })

  it('200 concurrent changes do not overwrite each other', async () => {
    const ownTenant = await makeTenant()
    const years = Array.from({ length: 12 }, (_, index) => index + 20)
    await Promise.all(
      years.map((retention_years) => call(PATCH, { as: ownTenant, body: { retention_years } })),
    )
    const trail = await read(ownTenant.ctx, (reader) =>
      findTrail(reader, ownTenant.ctx, { tenant: ownTenant.tenantId }),
    )
    const changes = trail.map(({ data }) => (data.changes as Changes).retention_years)
    expect(changes.map(({ from }) => from)).toEqual([10, ...changes.map(({ to }) => to)].slice(0, -1))
    expect(changes).toHaveLength(years.length)
  })

  it.each([0, 101, 2.5, '10', null])('400 for a retention of %j years', async (retention_years) => {
    const errorResponse = await call(PATCH, { as: tenant, body: { retention_years } })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['retention_years'],
    ])
  })

  it.each(['user', 'viewer'] as const)('403 for a %s', async (role) => {
    const errorResponse = await call(PATCH, {
      as: await tenant.addMember(role),
      body: { retention_years: 3 },
    })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
  })

  it('403 for a key', async () => {
    const errorResponse = await call(PATCH, { as: await tenant.addKey(), body: { retention_years: 3 } })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })

  it('401 without a credential', async () => {
    expect((await call(PATCH, { body: { retention_years: 3 } })).status).toBe(401)
  })
})

describe('400', () => {
  it('refuses a mode that is not a boolean', async () => {
    const errorResponse = await call(setTestMode, { method: 'PUT', as: tenant, body: { test_mode: 'on' } })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['test_mode']])
  })
})

describe('401', () => {
  it.each([GET, getUsage, getUser])('refuses requests without a credential', async (handler) => {
    expect((await call(handler)).body.error.code).toBe('unauthenticated')
    expect((await call(handler, { as: 'not-a-token' })).status).toBe(401)
  })
})

describe('403', () => {
  it('refuses a key without the scope account:read', async () => {
    const key = await tenant.addKey({ scopes: ['documents:read'] })
    for (const handler of [GET, getUsage, getUser]) {
      const errorResponse = await call(handler, { as: key })
      expect(errorResponse.status).toBe(403)
      expect(errorResponse.body.error).toMatchObject({
        code: 'insufficient_scope',
        required_scope: 'account:read',
      })
    }
  })

  it('refuses to switch the mode of a key, which is fixed', async () => {
    const errorResponse = await call(setTestMode, {
      method: 'PUT',
      as: await tenant.addKey(),
      body: { test_mode: true },
    })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

const document = {
  name: 'Paper',
  originalFilename: 'paper.pdf',
  mimeType: 'application/pdf',
  size: 1234,
  sha256: 'a'.repeat(64),
  workingSha256: 'a'.repeat(64),
  repaired: false,
  signedBefore: false,
  pageCount: 1,
  pages: [],
  status: 'uploaded' as const,
  testMode: false,
  createdByName: 'Ada',
}
