import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, openDatabase } from '#db/connection/client'
import { processes } from '#db/schema/processes'
import { forEachDueTenant, listDueTenantIds, type TenantJob } from '#db/tenancy/due-tenants'
import { addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { liveStatuses } from '#lib/processes/facts'
import { whereReminderDue } from '#lib/processes/scheduled'
import { collectPlans, withPlans } from '#lib/testing/database/plans'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { jobs } from './worker.ts'

const owner: Sql = connect(env().databaseUrl!, { max: 1 })
const statements: string[] = []
const at = new Date('2026-03-04T05:06:07Z')
const hash = '0'.repeat(64)

beforeAll(() => openDatabase({ debug: (_connection, statement) => statements.push(statement) }))
afterAll(() => owner.end())

async function addProcess(tenantId: number, status = 'sent', expiresAt: Date | null = null): Promise<number> {
  const [row] = await owner<{ id: number }[]>`
    insert into processes (tenant_id, name, status, options, metadata, test_mode, created_by_name, expires_at, created_at, updated_at)
    values (${tenantId}, 'Lease', ${status}, ${owner.json({ reminder_days: 2, enable_notifications: true })}, '{}', false, 'Ada',
      ${expiresAt}, ${at}, ${at}) returning id::int`
  return row!.id
}

/** For each job: adds what is due at `at`, and not a second before. */
const dueThings: Record<TenantJob, (tenantId: number) => Promise<unknown>> = {
  async 'processes.expire'(tenantId) {
    for (const status of ['draft', 'completed', 'expired', ...liveStatuses])
      await addProcess(tenantId, status, at)
  },
  async 'processes.remind'(tenantId) {
    await owner`
      insert into signers (tenant_id, process_id, name, email, "order", type, role, status, locale, invited_at)
      values (${tenantId}, ${await addProcess(tenantId)}, 'Ada', 'ada@example.com', 1, 'parallel', 'signer', 'notified', 'en',
        ${addSeconds(at, -2 * 86_400)})`
  },
  'audit.visits': (tenantId) => owner`
    insert into chain_heads (tenant_id, chain, seq, hash, mac, pending_event)
    values (${tenantId}, 'process:1', 0, ${hash}, ${hash}, ${owner.json({ occurredAt: at.toISOString() })})`,
  'webhooks.resume': (tenantId) => owner`
    with webhook as (
      insert into webhooks (tenant_id, url, events, active, active_since, secret, created_at)
      values (${tenantId}, 'https://example.com', '{*}', true, ${at}, '', ${at}) returning id),
    message as (
      insert into webhook_messages (tenant_id, webhook_id, message_id, chain, seq, event, body, created_at)
      select ${tenantId}::bigint, id, 'msg_1', 'process:1', 1, 'process.created', '{}', ${at} from webhook returning *)
    insert into webhook_logs (tenant_id, webhook_id, message_row_id, url, attempt, due_at, created_at)
    select tenant_id, webhook_id, id, 'https://example.com', 1, ${at}, ${at} from message`,
  'http.purge': (tenantId) => owner`
    insert into idempotency_keys (tenant_id, principal, key, request_hmac, created_at)
    values (${tenantId}, 'user:1', 'one', ${hash}, ${addSeconds(at, -0.001)})`,
  'privacy.expire': (tenantId) => owner`
    insert into privacy_requests (tenant_id, type, email, status, result_sha256, requested_by_name, created_at, expires_at)
    values (${tenantId}, 'export', 'ada@example.com', 'completed', ${hash}, 'Ada', ${at}, ${at})`,
  'identity.check-senders': (tenantId) => owner`
    insert into sender_domains (tenant_id, name, address, token, selector, private_key, public_key, updated_at)
    values (${tenantId}, 'Ada', 'ada@example.com', 'token', 'selector', '', '', ${at})`,
}
const tenantJobs = Object.keys(dueThings) as TenantJob[]
/** The jobs that run each hour or more often, or at each start of a worker. */
const frequentJobs = Object.keys(jobs).filter(
  (name) => jobs[name]!.atStart || /^\S+ \* /.test(jobs[name]!.schedule ?? ''),
)

describe('a job that runs often', () => {
  it.each(frequentJobs)('%s opens no transaction for a tenant with nothing due', async (name) => {
    const countTransactions = async () => {
      statements.length = 0
      await jobs[name]!.handle({}, { id: '1', attempt: 0, signal: new AbortController().signal })
      return statements.filter((statement) => statement.startsWith('begin')).length
    }
    await countTransactions()
    const before = await countTransactions()
    for (let count = 0; count < 3; count++) await makeTenant()
    expect(await countTransactions()).toBe(before)
  })

  it('is each of those that ask for the tenants with something due', () => {
    expect(frequentJobs).toEqual(expect.arrayContaining(tenantJobs))
  })
})

describe('the tenants with something due', () => {
  it.each(tenantJobs)('%s: are all found, and no other', async (job) => {
    const tenants: TestTenant[] = []
    for (let count = 0; count < 3; count++) tenants.push(await makeTenant())
    const [first, other, last] = tenants.map(({ tenantId }) => tenantId) as [number, number, number]
    for (const tenantId of [last, first]) await dueThings[job](tenantId)
    const due = await listDueTenantIds(job, at)
    expect(due.filter((id) => [first, other, last].includes(id))).toEqual([first, last])
    if (job !== 'identity.check-senders')
      expect(await listDueTenantIds(job, addSeconds(at, -1))).not.toContain(first)
  })

  it.each(liveStatuses)('processes.expire: has those with a process that is %s', async (status) => {
    const { tenantId } = await makeTenant()
    await addProcess(tenantId, status, at)
    expect(await listDueTenantIds('processes.expire', at)).toContain(tenantId)
  })

  it.each(['pending', 'running'])('privacy.expire: has those with a request that is %s', async (status) => {
    const [open, ended] = [await makeTenant(), await makeTenant()].map(({ tenantId }) => tenantId)
    for (const [tenantId, state] of [
      [open!, status],
      [ended!, 'blocked'],
    ] as const)
      await owner`
        insert into privacy_requests (tenant_id, type, email, status, requested_by_name, created_at)
        values (${tenantId}, 'erasure', 'ada@example.com', ${state}, 'Ada', ${at})`
    const due = await listDueTenantIds('privacy.expire', at)
    expect([due.includes(open!), due.includes(ended!)]).toEqual([true, false])
  })

  it('all have their turn, also after one whose work fails', async () => {
    const [first, last] = [await makeTenant(), await makeTenant()].map(({ tenantId }) => tenantId)
    for (const tenantId of [first!, last!]) await dueThings['http.purge'](tenantId)
    const seen: number[] = []
    const failing = forEachDueTenant('http.purge', at, async (tenantId) => {
      seen.push(tenantId)
      if (tenantId === first) throw new Error('disk full')
    })
    await expect(failing).rejects.toMatchObject({ errors: [new Error('disk full')] })
    expect(seen).toEqual(expect.arrayContaining([first, last]))
  })

  it('include everyone to whom a reminder is due, also where a clock is off or was set back', async () => {
    const seconds = [null, -3 * 86_400, -86_400, 30, 90]
    const times = owner.json(seconds.map((each) => each && addSeconds(at, each).toISOString()))
    const unnestTimes = owner`(select text::timestamptz as at from jsonb_array_elements_text(${times}) text)`
    // Each process is one of a tenant of its own.
    await owner`
      with made as (
        insert into processes (tenant_id, name, status, options, metadata, test_mode, created_by_name, created_at, updated_at)
        select 1000000 + row_number() over (), 'Lease', 'in_progress', jsonb_build_object('reminder_days', 2,
          'enable_notifications', true, 'status', status, 'invited', invited.at, 'reminded', reminded.at, 'signed', signed.at,
          'waits', waits), '{}', false, 'Ada', ${at}, ${at}
        from unnest(array['pending', 'viewed', 'signed']) status, unnest(array[true, false]) waits, ${unnestTimes} invited,
          ${unnestTimes} reminded, ${unnestTimes} signed
        returning id, tenant_id, options as signer),
      added as (
        insert into signers (tenant_id, process_id, name, email, "order", type, role, status, locale, invited_at, reminded_at, signed_at)
        select tenant_id, id, 'Ada', 'ada@example.com', 1, 'parallel', 'approver', signer ->> 'status', 'en',
          (signer ->> 'invited')::timestamptz, (signer ->> 'reminded')::timestamptz, (signer ->> 'signed')::timestamptz
        from made returning id, tenant_id, process_id)
      insert into signature_confirmations (signer_id, tenant_id, process_id, status, content, updated_at)
      select added.id, added.tenant_id, process_id, 'waiting', '', ${at}
      from added join made on made.id = process_id where (signer ->> 'waits')::boolean`
    const statement = sql`select tenant_id::int as id from ${processes} where ${whereReminderDue(at)} order by 1`
    const { sql: text, params } = new PgDialect({ casing: 'snake_case' }).sqlToQuery(statement)
    const rows = await owner.unsafe<{ id: number }[]>(text, params as string[])
    const found = await listDueTenantIds('processes.remind', at)
    expect(rows.length).toBeGreaterThan(50)
    expect(found).toEqual(expect.arrayContaining(rows.map(({ id }) => id)))
    const combinations = 3 * 2 * seconds.length ** 3
    expect(found.length).toBeLessThan(combinations / 2)
  })
})

describe('with many records of which nothing is due', () => {
  beforeAll(async () => {
    // VACUUM marks a page as visible to all only once the commit of its rows is on disk.
    await owner`set synchronous_commit = on`
    await owner`
      insert into processes (tenant_id, name, status, options, metadata, test_mode, created_by_name, expires_at, created_at, updated_at)
      select i % 100, 'Lease', case when i % 15 = 0 then 'sent' else 'completed' end,
        jsonb_build_object('reminder_days', case when i % 2 = 0 then 7 end, 'enable_notifications', true), '{}', false, 'Ada',
        ${at}::timestamptz + make_interval(days => case when i % 15 = 0 then 9 else -9 end), ${at}, ${at}
      from generate_series(1, 6000) i`
    await owner`vacuum (analyze) processes`
    await collectPlans(owner)
  })

  it.each<[TenantJob, RegExp]>([
    ['processes.expire', /Index Only Scan using processes_due/],
    ['processes.remind', /(using|on) processes_due/],
    ['audit.visits', /(using|on) chain_heads_pending/],
    ['webhooks.resume', /(using|on) webhook_logs_due/],
    ['http.purge', /(using|on) idempotency_keys_age/],
    ['privacy.expire', /(using|on) privacy_requests_result/],
    ['privacy.expire', /(using|on) privacy_requests_open/],
  ])('%s asks by an index: %s', async (job, plan) => {
    const { text } = await withPlans(() => listDueTenantIds(job, at))
    expect(text).toMatch(plan)
  })
})
