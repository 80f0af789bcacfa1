import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { GET as getAccount } from '#app/api/v1/account/route'
import { PUT as setSeal } from '#app/api/v1/account/seal/route'
import { POST as createProcess, GET as listProcesses } from '#app/api/v1/signature-processes/route'
import { database } from '#db/connection/client'
import { events } from '#db/schema/audit'
import { tenants, users } from '#db/schema/identity'
import { tenantSeals } from '#db/schema/keys'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { ANNOUNCE_QUEUE, announce } from '#lib/audit/announcement'
import type { EventType } from '#lib/audit/events'
import { addDays, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { getInitiator, makeInitiatorCtx } from '#lib/identity/sessions/initiator'
import { closeSender, sender } from '#lib/jobs/boss'
import { deleteJob, listFailedJobs, runJobNow } from '#lib/jobs/boss-internals'
import { enqueue } from '#lib/jobs/enqueue'
import { ensureSealingKey } from '#lib/keys/authorities'
import { getKeyId } from '#lib/keys/certificates'
import { loadSeal } from '#lib/keys/identities'
import { queueMail } from '#lib/mail/queue'
import { asErrorText } from '#lib/messages/errors'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { addCompleted } from '#lib/testing/records/completed'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addSentProcess, openLink, runRevisions, typedSignature } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { addTotp } from '#lib/testing/users/factors'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateChain, writePkcs12 } from '#lib/testing/values/certificate-files'
import {
  changeTerms,
  confirmTenantOf,
  createTenantFor,
  NewTenantInput,
  resumeTenant,
  suspendTenant,
} from './change-tenant.ts'
import { makeOperatorCtx } from './context.ts'
import { explainProcess, listReasons } from './explain-process.ts'
import { describeJob, discardJob, listJobs } from './jobs.ts'
import { listKeys, renewAuthorityOf, renewSealOf } from './keys.ts'
import { sealProcess } from './seal-process.ts'
import { findTenant, listTenants } from './tenants.ts'
import { listUsersOf, makeUserLink, removeSecondFactor, resetUser } from './users.ts'

afterAll(closeSender)

describe('failed jobs', () => {
  const queue = 'operator.test'
  const findJob = async () => (await listFailedJobs(200)).find((job) => job.queue === queue)
  const fail = async () => {
    const boss = await sender().boss
    const [job] = await boss.fetch(queue)
    await boss.fail(queue, job!.id, new Error('The job failed (TypeError); the log has the reason.'))
    return job!.id
  }

  it('are listed with the reason, run now on request, and are discarded unless they run', async () => {
    const { ctx, tenantId } = await makeTenant()
    await write(ctx, (tx) => enqueue(tx, queue, { tenantId, processId: 5 }))
    expect(await findJob()).toBeUndefined()
    const id = await fail()
    const job = await findJob()
    expect(job).toMatchObject({ id, tenantId, processId: 5, attempts: 1, state: 'delayed' })
    expect(describeJob(job!)).toMatch(
      /^Job \S+ \(operator\.test\) runs at 2\S+Z after 1 attempt\. The last attempt failed: The job failed \(TypeError\)/,
    )
    expect(await listJobs()).toMatchObject({ jobs: [{ id }], hasMore: false })
    expect(await listJobs(0)).toEqual({ jobs: [], hasMore: true })
    expect(await runJobNow(id)).toBe(true)
    const boss = await sender().boss
    expect((await boss.fetch(queue))[0]?.id).toBe(id)
    expect(await findJob()).toMatchObject({ state: 'running', attempts: 1 })
    expect([await runJobNow(id), await deleteJob(id)]).toEqual([false, false])
    await boss.fail(queue, id)
    expect(await deleteJob(id)).toBe(true)
    expect(await findJob()).toBeUndefined()
    expect([await runJobNow(id), await deleteJob(randomUUID())]).toEqual([false, false])
  })
})

it('a discarded job leaves no email that waits, and has its failure recorded', async () => {
  env().smtpUrl = 'smtp://127.0.0.1:9'
  try {
    const { ctx, tenantId } = await makeTenant()
    const content = { subject: 'Please sign', html: '', text: '' }
    const failureJob = { queue: 'operator.test', data: { signerId: 7 } }
    await write(ctx, (tx) => queueMail(tx, ctx, { to: 'ada@example.com', failureJob, ...content }))
    const [job] = await database().execute<{ id: string }>(sql`
      select id from pgboss.job where name = 'mail.send' and data ->> 'tenantId' = ${String(tenantId)}`)
    expect(await discardJob(job!.id)).toBe(true)
    expect(await discardJob(job!.id)).toBe(false)
    const [mail, ...others] = await read(ctx, (reader) => reader.select().from(mails))
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      status: 'failed',
      content: null,
      error: { key: 'failures.messageDiscarded' },
    })
    const failures = await database().execute<{ data: object }>(sql`
      select data from pgboss.job where name = 'operator.test' and data ->> 'tenantId' = ${String(tenantId)}`)
    expect(failures.map(({ data }) => data)).toEqual([{ signerId: 7, tenantId, mailId: mail!.id }])
  } finally {
    env().smtpUrl = null
  }
})

it('a job that dispatches events is not discarded: nothing else would', async () => {
  const { ctx, tenantId } = await makeTenant()
  const announcement = { tenantId, chain: 'process:1', seq: 1, types: ['process.completed'] as EventType[] }
  await write(ctx, (tx) => announce(tx, announcement))
  const [job] = await database().execute<{ id: string }>(sql`
    select id from pgboss.job where name = ${ANNOUNCE_QUEUE} and data ->> 'tenantId' = ${String(tenantId)}`)
  await expect(discardJob(job!.id)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await runJobNow(job!.id)).toBe(true)
})

describe('why a process waits', () => {
  it('is said of the process of any tenant', async () => {
    const tenant = await makeTenant()
    const process = await addSentProcess(tenant)
    const explanation = await explainProcess(process.id)
    expect(explanation).toMatchObject({ id: process.id, tenantId: tenant.tenantId, status: 'sent' })
    const reasons = explanation!.reasons.join('\n')
    expect(reasons).toMatch(/^Signer \d+ \(order 1\) was invited at \S+Z and has not signed\.$/m)
    expect(reasons).toMatch(/^Document \d+ is not prepared yet\.$/m)
    expect(reasons).toMatch(/^Job \S+ \(processes\.seal\) waits since \S+Z\.$/m)
    expect(reasons).toContain('No worker runs')
    expect(reasons).not.toContain('@')
    expect(await explainProcess(987_654_321)).toBeNull()
  })

  const signer = {
    ...{ id: 7, role: 'signer' as const, order: 1, status: 'signed' as const, deliveryError: null },
    ...{ invitedAt: new Date(0), signedAt: new Date(0), embeddedAt: new Date(0) },
  }
  const process = { status: 'in_progress' as const, sealError: null, sealBlocked: false }
  const facts = {
    ...{
      process,
      signers: [signer],
      documents: [{ documentId: 3, revision: 2, fileDeletedAt: null as Date | null }],
      unconfirmed: [] as number[],
      jobs: [],
      hasWorkers: true,
    },
  }
  it.each<[reasons: string[], changed: Partial<Parameters<typeof listReasons>[0]>]>([
    [['It is a draft: the sender has not sent it.'], { process: { ...process, status: 'draft' } }],
    [['It has ended: completed.'], { process: { ...process, status: 'completed' } }],
    [
      ['It has ended: cancelled.'],
      {
        process: { ...process, status: 'cancelled' },
        signers: [{ ...signer, embeddedAt: null }],
        documents: [{ documentId: 3, revision: 1, fileDeletedAt: new Date(0) }],
      },
    ],
    [['Everyone has signed: the seal is missing.', 'No job is queued for it.'], {}],
    [
      [
        'The signature of signer 7, given at 1970-01-01T00:00:00.000Z, is not embedded yet.',
        'The last attempt failed: No disk. It is retried.',
        'No job is queued for it.',
        'No worker runs, or none has finished a job lately.',
      ],
      {
        signers: [{ ...signer, embeddedAt: null }],
        process: { ...process, sealError: asErrorText('storage', 'No disk.') },
        hasWorkers: false,
      },
    ],
    [
      ['Signer 7 (order 1) has yet to confirm the signature with the signing service.'],
      { signers: [{ ...signer, embeddedAt: null }], unconfirmed: [7] },
    ],
    [
      ['Signer 7 (order 1) waits for earlier ones.'],
      { signers: [{ ...signer, status: 'pending', signedAt: null, embeddedAt: null }] },
    ],
    [
      [
        'Signer 7 (order 1) was invited at 1970-01-01T00:00:00.000Z, has opened it and has not signed. An email or text message failed: 550',
      ],
      {
        signers: [
          { ...signer, status: 'viewed', embeddedAt: null, deliveryError: asErrorText('smtp', '550') },
        ],
      },
    ],
  ])('is said in sentences: %j', (reasons, changed) => {
    expect(listReasons({ ...facts, ...changed })).toEqual(reasons)
  })
})

it('lists all tenants with their users', async () => {
  const tenant = await makeTenant()
  expect((await listTenants()).find(({ id }) => id === tenant.tenantId)).toMatchObject({
    ...{ subscriptionType: expect.any(String), unconfirmed: false, users: 1, createdAt: expect.any(Date) },
  })
})

describe('users', () => {
  it('are listed, and get a new password by email, or by a link that the operator passes on', async () => {
    const tenant = await makeTenant()
    const { id, email } = tenant.user
    const newEmails = watchEmails(tenant)
    expect(await listUsersOf(tenant.tenantId)).toMatchObject([
      { id, email, role: 'tenant_admin', status: 'active', second_factor: false },
    ])
    expect(await resetUser(String(id))).toEqual({ id, email })
    const [mail, ...others] = await newEmails()
    expect(mail).toMatchObject({ to: email, text: expect.stringContaining('/recovery/') })
    expect(others).toEqual([])
    const made = await makeUserLink(email.toUpperCase())
    expect(made).toEqual({ id, email, link: expect.stringMatching(/\/recovery\/[\w-]{43}$/) })
    expect(mail!.text).not.toContain(made.link)
    expect(await newEmails()).toEqual([])
    const trail = await listEvents(tenant, 'user.password_reset_requested')
    expect(trail).toMatchObject([
      { actor: { type: 'system', job: 'operator' }, data: { user_id: id, email } },
      { data: { user_id: id, link_disclosed: true } },
    ])
    expect(trail[0]!.data).not.toHaveProperty('link_disclosed')
  })

  it('are found by an address with an international domain', async () => {
    const { ctx, user, tenantId } = await makeTenant()
    const email = `ana.${tenantId}@xn--bcher-kva.example`
    await write(ctx, (tx) => tx.update(users).set({ email }).where(eq(users.id, user.id)))
    expect(await resetUser(`Ana.${tenantId}@Bücher.example`)).toEqual({ id: user.id, email })
  })

  it('are refused when they are unknown, or have several accounts or no second factor', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()]
    const email = tenant.user.email
    await write(other.ctx, (tx) => tx.update(users).set({ email }).where(eq(users.id, other.user.id)))
    await expect(resetUser(email)).rejects.toThrow(
      new RegExp(
        `^Several users .*${tenant.user.id} \\(organisation ${tenant.tenantId}\\), ${other.user.id}`,
      ),
    )
    await expect(resetUser('nobody@example.com')).rejects.toThrow('There is no user with the address')
    await expect(makeUserLink('987654321')).rejects.toThrow('There is no user 987654321.')
    await expect(listUsersOf(987_654_321)).rejects.toThrow('There is no organisation 987654321.')
    await expect(removeSecondFactor(String(tenant.user.id))).rejects.toThrow('has no second factor')
  })

  it('sign in without their second factors once the operator has removed them', async () => {
    const tenant = await makeTenant()
    await addTotp(tenant)
    const { id, email } = tenant.user
    expect(await removeSecondFactor(email)).toEqual({ id, email })
    expect(await listUsersOf(tenant.tenantId)).toMatchObject([{ id, second_factor: false }])
    expect(await listEvents(tenant, 'user.factors_reset')).toMatchObject([
      { actor: { job: 'operator' }, data: { user_id: id } },
    ])
  })
})

describe('tenants', () => {
  const operator = { type: 'system', job: 'operator' }

  it('are opened with an administrator, who is invited by email or by a link', async () => {
    const email = `grace.${randomUUID()}@example.com`
    const input = NewTenantInput.parse({ name: 'Acme', email, plan: 'starter', documents: '5', locale: 'de' })
    const { id } = await createTenantFor(input, { isDisclosed: false })
    expect(await findTenant(id)).toMatchObject({
      ...{ name: 'Acme', subscriptionType: 'starter', documentsLimit: 5, signaturesLimit: 10_000 },
      ...{ unconfirmed: false, suspendedAt: null, users: 1 },
    })
    expect(await listUsersOf(id)).toMatchObject([{ email, role: 'tenant_admin', status: 'invited' }])
    const mails = await watchEmails({ ctx: makeOperatorCtx(id) })()
    expect(mails).toMatchObject([{ to: email, text: expect.stringContaining('/invitation/') }])
    const other = await createTenantFor(input, { isDisclosed: true })
    expect(mails[0]!.text).not.toContain(other.link)
    expect(other.link).toMatch(/\/invitation\/[\w-]{43}$/)
    expect(await watchEmails({ ctx: makeOperatorCtx(other.id) })()).toEqual([])
  })

  it('change their plan, limits and confirmation; the audit log says what was before', async () => {
    const tenant = await makeTenant()
    const { tenantId } = tenant
    await write(tenant.ctx, (tx) =>
      tx.update(tenants).set({ unconfirmed: true, subscriptionType: 'free' }).where(eq(tenants.id, tenantId)),
    )
    await changeTerms(tenantId, { plan: 'enterprise' })
    await changeTerms(tenantId, { plan: 'enterprise' })
    await changeTerms(tenantId, { signatures: 7 })
    await confirmTenantOf(tenantId)
    expect(await findTenant(tenantId)).toMatchObject({
      ...{ subscriptionType: 'enterprise', documentsLimit: 1000, signaturesLimit: 7, unconfirmed: false },
    })
    const changes = (await listEvents(tenant, 'tenant.updated')).map(({ data, actor }) => [
      actor,
      data.changes,
    ])
    expect(changes).toEqual([
      [operator, { subscription_type: { from: 'free', to: 'enterprise' } }],
      [operator, { signatures_limit: { from: 1000, to: 7 } }],
      [operator, { email_confirmed: { from: false, to: true } }],
    ])
    await expect(confirmTenantOf(tenantId)).rejects.toThrow('is confirmed already')
    await expect(changeTerms(987_654_321, { plan: 'free' })).rejects.toThrow(
      'There is no organisation 987654321.',
    )
  })

  it('read but change nothing while they are suspended, and their signers sign', async () => {
    const tenant = await makeTenant()
    const key = await tenant.addKey()
    const sent = await addSentProcess(tenant)
    await suspendTenant(tenant.tenantId)
    await expect(suspendTenant(tenant.tenantId)).rejects.toThrow('is suspended already')
    for (const as of [tenant, key]) {
      expect(await call(listProcesses, { as })).toMatchObject({ status: 200 })
      expect(await call(getAccount, { as })).toMatchObject({
        body: { data: { tenant: { suspended: true } } },
      })
      expect(await call(createProcess, { as, body: {} })).toMatchObject({
        status: 403,
        body: { error: { code: 'tenant_suspended', message: expect.stringContaining('suspended') } },
      })
    }
    const started = getInitiator(tenant.ctx)!
    expect(
      await read(tenant.ctx, (reader) => makeInitiatorCtx(reader, tenant.ctx, started, ['process.read'])),
    ).toMatchObject({ key: 'failures.tenantSuspended' })
    await runRevisions(tenant, sent)
    const [signer] = sent.signers
    const session = await enterSigning(await openLink(tenant, signer!.id), { ...tenant.ctx, now: now() })
    await signProcess(session, SignInput.parse(typedSignature()))
    await runRevisions(tenant, sent)
    expect(await call(listProcesses, { as: tenant })).toMatchObject({
      body: { data: [{ status: 'completed' }] },
    })
    await resumeTenant(tenant.tenantId)
    await expect(resumeTenant(tenant.tenantId)).rejects.toThrow('is not suspended')
    expect((await call(createProcess, { as: key, body: {} })).status).toBe(400)
  })
})

describe('a process is sealed again', () => {
  it('by a job where there is none, by the one that waits, and never when it is sealed', async () => {
    const tenant = await makeTenant()
    const { id } = await addSentProcess(tenant)
    const [job] = await sealProcess(id)
    expect(await sealProcess(id)).toMatchObject([{ id: job!.id, state: 'waiting' }])
    await deleteJob(job!.id)
    const [next, ...others] = await sealProcess(id)
    expect(next).toMatchObject({ queue: 'processes.seal', state: 'waiting', processId: id })
    expect([next!.id === job!.id, others]).toEqual([false, []])
    const completed = await addCompleted(tenant)
    await expect(sealProcess(completed.id)).rejects.toThrow(
      `Nothing is to be sealed: process ${completed.id} is completed.`,
    )
    await expect(sealProcess(987_654_321)).rejects.toThrow('There is no process 987654321.')
  })
})

describe('keys', () => {
  const advanceClock = makeAdvanceClock()

  it('get a successor, which signs from then on; the earlier ones stay', async () => {
    const tenant = await makeTenant()
    const { tenantId } = tenant
    const yesterday = { tenantId, now: addDays(now(), -1) }
    await write(tenant.ctx, (tx) => ensureSealingKey(tx, yesterday, false))
    const listOwn = async () => (await listKeys()).filter((key) => key.tenantId === tenantId)
    const before = await listOwn()
    expect(before.map(({ purpose }) => purpose)).toEqual(['authority', 'seal'])
    expect((await listKeys())[0]).toMatchObject({ tenantId: null, purpose: 'root' })
    const { key: seal, signsInstead } = await renewSealOf(tenantId)
    expect(signsInstead).toBeNull()
    const after = await listOwn()
    expect(after).toEqual(expect.arrayContaining(before))
    expect(after.map(({ purpose }) => purpose)).toEqual(['authority', 'authority', 'seal', 'seal'])
    expect(after.at(-1)).toEqual(seal)
    expect(await listEvents(tenant, 'tenant.updated')).toMatchObject([
      { data: { changes: { authority_key: { from: before[0]!.keyId, to: after[1]!.keyId } } } },
      { data: { changes: { seal_key: { from: before[1]!.keyId, to: seal.keyId } } } },
    ])
  })

  it('get a successor that says what signs in its place, where a key is brought', async () => {
    const tenant = await makeTenant()
    const { tenantId } = tenant
    const brought = { type: 'pkcs12' as const, path: '/gone.p12', password: '' }
    try {
      env().keys.authority = brought
      expect(await renewAuthorityOf(tenantId)).toMatchObject({ signsInstead: 'AUTHORITY_KEY' })
      env().keys.seal = brought
      expect(await renewSealOf(tenantId)).toMatchObject({ signsInstead: 'SEAL_KEY' })
    } finally {
      Object.assign(env().keys, { seal: null, authority: null })
    }
    const file = await readFile(await writePkcs12((await makeCertificateChain()).seal, 'open sesame'))
    const body = new FormData()
    body.set('file', new File([new Uint8Array(file)], 'seal.p12'))
    body.set('password', 'open sesame')
    expect((await call(setSeal, { method: 'PUT', as: tenant, body })).status).toBe(200)
    advanceClock(2)
    const reserve = await renewSealOf(tenantId)
    expect(reserve.signsInstead).toBe('own seal')
    // Where the stored key cannot be read, the service seals in its place.
    await write(tenant.ctx, (tx) => tx.update(tenantSeals).set({ wrappedKey: new Uint8Array(60) }))
    const { certificate } = await loadSeal({ tenantId, now: now() }, false)
    expect(getKeyId(certificate)).toBe(reserve.key.keyId)
    advanceClock(2)
    expect((await renewSealOf(tenantId)).signsInstead).toBeNull()
  })
})

function listEvents({ ctx }: TestTenant, type: EventType) {
  const isOfType = and(eq(events.tenantId, ctx.tenantId), eq(events.type, type))
  return read(ctx, (reader) => reader.select().from(events).where(isOfType).orderBy(asc(events.id)))
}
