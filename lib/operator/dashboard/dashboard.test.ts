import { and, eq, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { sessions, users } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { countDueStamps, listTenantsForOperator, nameTenantsForOperator } from '#db/tenancy/for-operator'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { sessionCookie } from '#lib/http/credentials/session-cookie'
import { handleOperatorAction } from '#lib/http/operator'
import { resetFactors } from '#lib/identity/factors/reset-factors'
import { deleteUser } from '#lib/identity/users/delete-user'
import { setOperator } from '#lib/identity/users/operator'
import { closeSender, sender } from '#lib/jobs/boss'
import { deleteJob, findJob, listJobsOfProcess } from '#lib/jobs/boss-internals'
import { enqueue } from '#lib/jobs/enqueue'
import { addSentProcess } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { changeTerms } from '../change-tenant.ts'
import { runOperatorAction } from './actions.ts'
import { readCertificates } from './certificates.ts'
import { explainToOperator } from './process.ts'
import { readQueues } from './queues.ts'
import { listTenants } from './tenants.ts'

const QUEUE = 'operator.page'
const ANY_JOB = '00000000-0000-4000-8000-000000000000'
const NOWHERE = 987_654_321
const TERMS = { plan: 'enterprise', documents: 70, signatures: 7, bytes: 5e9 } as const

let tenant: TestTenant
let operator: Member
let others: Record<string, Ctx>
let withoutFactor: Member

beforeAll(async () => {
  tenant = await makeTenant()
  operator = await makeOperator('viewer')
  withoutFactor = await makeOperator('tenant_admin', false)
  others = {
    'a tenant_admin': tenant.ctx,
    'a user': (await tenant.addMember('user')).ctx,
    'a viewer with a second factor': (await withSecondFactor(await tenant.addMember('viewer'))).ctx,
    'a key of the operator': (await tenant.addKey({ creator: operator })).ctx,
    'a user of another tenant': (await makeTenant()).ctx,
  }
})
afterAll(closeSender)

async function withSecondFactor(member: Member): Promise<Member> {
  await write(tenant.ctx, (tx) =>
    tx.update(users).set({ secondFactor: true }).where(eq(users.id, member.user.id)),
  )
  return member
}

async function makeOperator(role: 'tenant_admin' | 'viewer', hasFactor = true): Promise<Member> {
  const member = await tenant.addMember(role)
  await write(tenant.ctx, (tx) => setOperator(tx, tenant.ctx, member.user.id, true))
  return hasFactor ? withSecondFactor(member) : member
}

/** Every operation of the page. */
const operations: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  queues: readQueues,
  tenants: (ctx) => listTenants(ctx, { search: '', page: 1 }),
  certificates: readCertificates,
  retry: (ctx) => runOperatorAction(ctx, { action: 'retry_job', job: ANY_JOB }),
  discard: (ctx) => runOperatorAction(ctx, { action: 'discard_job', job: ANY_JOB }),
  seal: (ctx) => runOperatorAction(ctx, { action: 'seal_process', process: NOWHERE }),
  suspend: (ctx) => runOperatorAction(ctx, { action: 'suspend_tenant', organisation: NOWHERE }),
  resume: (ctx) => runOperatorAction(ctx, { action: 'resume_tenant', organisation: NOWHERE }),
  confirm: (ctx) => runOperatorAction(ctx, { action: 'confirm_tenant', organisation: NOWHERE }),
  terms: (ctx) =>
    runOperatorAction(ctx, { action: 'change_terms', organisation: NOWHERE, ...TERMS, seen: TERMS }),
}

describe('the operations of the page', () => {
  it.each(Object.keys(operations))('%s: nobody but an operator with a second factor', async (name) => {
    for (const [caller, ctx] of Object.entries(others))
      await expect(operations[name]!(ctx), caller).rejects.toMatchObject({ code: 'not_found' })
    await expect(operations[name]!(withoutFactor.ctx)).rejects.toMatchObject({
      code: 'second_factor_setup_required',
    })
    await operations[name]!(operator.ctx).catch(({ code }) => expect(code).toBe('invalid_state'))
  })

  it('the database itself gives other users no rows', async () => {
    const all = { search: '', skipped: 0, count: 10 }
    const countTenants = async (userId: number) => (await listTenantsForOperator(userId, all)).tenants.length
    expect(await countTenants(operator.user.id)).toBeGreaterThan(1)
    const ids = [tenant.user.id, withoutFactor.user.id, 0]
    expect(await Promise.all(ids.map(countTenants))).toEqual([0, 0, 0])
    expect(await Promise.all(ids.map((id) => countDueStamps(id, now())))).toEqual([0, 0, 0])
    const nameTenant = (userId: number) => nameTenantsForOperator(userId, [tenant.tenantId, NOWHERE])
    expect([...(await nameTenant(operator.user.id)).keys()]).toEqual([tenant.tenantId])
    expect(await Promise.all(ids.map(nameTenant))).toEqual([new Map(), new Map(), new Map()])
  })

  it('end with the factor that an administrator resets, and with the user', async () => {
    const reset = await makeOperator('tenant_admin')
    await resetFactors(tenant.ctx, reset.user.id)
    await withSecondFactor(reset)
    await expect(readQueues(reset.ctx)).rejects.toMatchObject({ code: 'not_found' })
    const deleted = await makeOperator('viewer')
    await deleteUser(tenant.ctx, deleted.user.id)
    await expect(readQueues(deleted.ctx)).rejects.toMatchObject({ code: 'not_found' })
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select({ operator: users.operator }).from(users).where(eq(users.id, deleted.user.id)),
    )
    expect(row).toEqual({ operator: false })
    expect(await listTypes(reset)).toEqual([
      'user.operator_granted',
      'user.operator_revoked',
      'user.factors_reset',
    ])
    expect(await listTypes(deleted)).toEqual([
      'user.operator_granted',
      'user.operator_revoked',
      'user.deleted',
    ])
  })
})

it('organisations are listed in pages, newest first, and found by name and id', async () => {
  const newest = await makeTenant()
  const page = await listTenants(operator.ctx, { search: '', page: 1 })
  expect(page.tenants[0]).toMatchObject({ id: newest.tenantId, users: 1, unconfirmed: false })
  expect(page.total).toBeGreaterThan(2)
  const byId = await listTenants(operator.ctx, { search: String(newest.tenantId), page: 1 })
  expect(byId.tenants.map(({ id }) => id)).toContain(newest.tenantId)
  const { name } = page.tenants[0]!
  const byName = await listTenants(operator.ctx, { search: name.toUpperCase(), page: 1 })
  expect(byName).toMatchObject({ tenants: [{ name }], total: 1, lastPage: 1 })
  expect((await listTenants(operator.ctx, { search: '%', page: 1 })).total).toBe(0)
  expect(await listTenants(operator.ctx, { search: '', page: 1000 })).toMatchObject({
    page: 1,
    total: page.total,
  })
})

describe('a button of the page', () => {
  const send = async (member: Member, body: unknown, headers: Record<string, string> = {}) => {
    const cookie = await sessionCookie(String(member.user.id), member.token)
    return call(handleOperatorAction, {
      body,
      headers: { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin', ...headers },
    })
  }
  const setSession = (member: Member, change: Partial<typeof sessions.$inferInsert>) =>
    write(tenant.ctx, (tx) => tx.update(sessions).set(change).where(eq(sessions.userId, member.user.id)))

  beforeAll(async () => {
    for (const member of [operator, tenant]) await setSession(member, { kind: 'dashboard' })
  })

  it('lets a failed job run, or deletes it, with an event of who did it', async () => {
    const { queues } = await readQueues(operator.ctx)
    expect(queues.filter(({ queue }) => queue === QUEUE)).toEqual([])
    await write(tenant.ctx, (tx) => enqueue(tx, QUEUE, { tenantId: tenant.tenantId, processId: 5 }))
    const boss = await sender().boss
    const [fetched] = await boss.fetch(QUEUE)
    const job = fetched!.id
    const running = await send(operator, { action: 'discard_job', job })
    expect([running.status, running.body.error]).toMatchObject([409, { code: 'invalid_state' }])
    await boss.fail(QUEUE, job, new Error('No disk.'))
    const shown = await readQueues(operator.ctx)
    expect(shown.failedJobs.find(({ id }) => id === job)).toMatchObject({ attempts: 1, reason: 'No disk.' })
    expect(shown.queues.find(({ queue }) => queue === QUEUE)).toMatchObject({ later: 1, waiting: 0 })

    expect((await send(operator, { action: 'retry_job', job })).status).toBe(204)
    expect(await findJob(job)).toMatchObject({ state: 'waiting' })
    expect((await send(operator, { action: 'discard_job', job })).status).toBe(204)
    expect(await findJob(job)).toBeNull()
    const subject = { job, queue: QUEUE, tenant_id: tenant.tenantId, process_id: 5 }
    expect(await listActs()).toEqual([
      { action: 'retry_job', ...subject },
      { action: 'discard_job', ...subject },
    ])
  })

  it('ends the email of another organisation whose job it deletes', async () => {
    const other = await makeTenant()
    const { tenantId } = other
    const mail = { tenantId, recipient: 'ada@example.com', status: 'queued' as const, createdAt: now() }
    await write(other.ctx, async (tx) => {
      const [row] = await tx.insert(mails).values(mail).returning()
      await enqueue(tx, 'mail.send', { tenantId, mailId: row!.id, processId: 5 })
    })
    const [job] = await listJobsOfProcess(tenantId, 5)
    expect((await send(operator, { action: 'discard_job', job: job!.id })).status).toBe(204)
    expect(await read(other.ctx, (reader) => reader.select().from(mails))).toMatchObject([
      { status: 'failed' },
    ])
  })

  it('changes an organisation, with an event there and one of who did it', async () => {
    const other = await makeTenant()
    const { tenantId } = other
    const before = (await listActs()).length
    const act = async (body: object) => (await send(operator, body)).status
    const input = { organisation: tenantId }
    const seen = await readTerms(tenantId)
    expect(await act({ action: 'change_terms', ...input, ...TERMS, seen })).toBe(204)
    expect(await act({ action: 'suspend_tenant', ...input })).toBe(204)
    const show = () => findListed(tenantId)
    expect(await show()).toMatchObject({
      ...{ subscriptionType: 'enterprise', documentsLimit: 70, signaturesLimit: 7 },
      ...{ bytesLimit: 5e9, bytes: 0, users: 1 },
      suspendedAt: expect.any(Date),
    })
    // Refused, and nothing is recorded.
    expect(await act({ action: 'suspend_tenant', ...input })).toBe(409)
    expect(await act({ action: 'confirm_tenant', ...input })).toBe(409)
    expect(await act({ action: 'suspend_tenant', organisation: tenant.tenantId })).toBe(409)
    expect(await act({ action: 'change_terms', ...input, documents: -1, seen })).toBe(400)
    expect(await act({ action: 'resume_tenant', ...input })).toBe(204)
    expect(await show()).toMatchObject({ suspendedAt: null })
    expect((await listActs()).slice(before)).toEqual([
      { action: 'change_terms', tenant_id: tenantId, ...TERMS },
      { action: 'suspend_tenant', tenant_id: tenantId },
      { action: 'resume_tenant', tenant_id: tenantId },
    ])
    const changes = await listData(other.ctx, eq(events.type, 'tenant.updated'))
    expect(changes).toMatchObject([
      {
        changes: {
          subscription_type: { to: 'enterprise' },
          documents_limit: { to: 70 },
          bytes_limit: { to: 5e9 },
        },
      },
      { changes: { suspended: { to: true } } },
      { changes: { suspended: { to: false } } },
    ])
    expect(await listData(other.ctx, eq(events.type, 'user.operator_acted'))).toEqual([])
  })

  it('changes of the terms those that the operator has changed, and that are still as the page showed', async () => {
    const { tenantId } = await makeTenant()
    const seen = await readTerms(tenantId)
    await changeTerms(tenantId, { signatures: 50_000 })
    const input = { action: 'change_terms', organisation: tenantId, seen }
    expect((await send(operator, { ...input, plan: 'enterprise' })).status).toBe(204)
    const refused = await send(operator, { ...input, documents: 5, signatures: 7 })
    expect([refused.status, refused.body.error.code]).toEqual([412, 'precondition_failed'])
    expect(await readTerms(tenantId)).toEqual({ ...seen, plan: 'enterprise', signatures: 50_000 })
    expect((await listActs()).at(-1)).toEqual({
      action: 'change_terms',
      tenant_id: tenantId,
      plan: 'enterprise',
    })
  })

  it('has the pending steps of a process done now', async () => {
    const other = await makeTenant()
    const { id } = await addSentProcess(other)
    for (const job of await listJobsOfProcess(other.tenantId, id)) await deleteJob(job.id)
    const { name } = await findListed(other.tenantId)
    expect(await explainToOperator(operator.ctx, id)).toMatchObject({ hasWork: true, organisation: name })
    expect((await send(operator, { action: 'seal_process', process: id })).status).toBe(204)
    expect(await listJobsOfProcess(other.tenantId, id)).toMatchObject([
      { queue: 'processes.seal', state: 'waiting', tenantId: other.tenantId },
    ])
    expect((await listActs()).at(-1)).toEqual({
      action: 'seal_process',
      tenant_id: other.tenantId,
      process_id: id,
    })
  })

  it('is refused from other sites, with tokens, with other input, and long after the password', async () => {
    const input = { action: 'retry_job', job: ANY_JOB }
    const refusals = async (...responses: ReturnType<typeof send>[]) =>
      (await Promise.all(responses)).map(({ status, body }) => [status, body.error.code])
    expect(
      await refusals(
        send(tenant, input),
        send(operator, input, { 'sec-fetch-site': 'cross-site' }),
        send(operator, input, { cookie: '', authorization: `Bearer ${operator.token}` }),
        send(operator, { action: 'drop', job: ANY_JOB }),
        send(operator, { ...input, job: "1' or true" }),
      ),
    ).toEqual([
      [404, 'not_found'],
      [403, 'forbidden'],
      [401, 'unauthenticated'],
      [400, 'validation_error'],
      [400, 'validation_error'],
    ])
    await setSession(operator, { authenticatedAt: addSeconds(now(), -16 * 60) })
    expect(await refusals(send(operator, input))).toEqual([[403, 'reauthentication_required']])
  })
})

/** The terms of an organisation as its row of the page has them. */
async function readTerms(id: number) {
  const { subscriptionType, documentsLimit, signaturesLimit, bytesLimit } = await findListed(id)
  return {
    plan: subscriptionType,
    documents: documentsLimit,
    signatures: signaturesLimit,
    bytes: bytesLimit,
  }
}

async function findListed(id: number) {
  const { tenants } = await listTenants(operator.ctx, { search: String(id), page: 1 })
  return tenants.find((each) => each.id === id)!
}

/** What the audit log says that the operator did, oldest first. */
function listActs() {
  return listData(
    tenant.ctx,
    and(eq(events.type, 'user.operator_acted'), eq(events.chain, `user:${operator.user.id}`)),
  )
}

async function listData(ctx: Ctx, condition: SQL | undefined) {
  const rows = await read(ctx, (reader) =>
    reader.select({ data: events.data }).from(events).where(condition).orderBy(events.seq),
  )
  return rows.map(({ data }) => data)
}

async function listTypes(member: Member): Promise<string[]> {
  const rows = await read(tenant.ctx, (reader) =>
    reader
      .select({ type: events.type })
      .from(events)
      .where(eq(events.chain, `user:${member.user.id}`))
      .orderBy(events.seq),
  )
  return rows.map(({ type }) => type)
}
