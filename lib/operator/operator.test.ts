import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import type { EventType } from '#lib/audit/events'
import { closeSender, sender } from '#lib/jobs/boss'
import { deleteJob, listFailedJobs, runJobNow } from '#lib/jobs/boss-internals'
import { enqueue } from '#lib/jobs/enqueue'
import { asErrorText } from '#lib/messages/errors'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addSentProcess } from '#lib/testing/records/signing-session'
import { addTotp } from '#lib/testing/users/factors'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { explainProcess, listReasons } from './explain-process.ts'
import { describeJob } from './jobs.ts'
import { listTenants } from './tenants.ts'
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
      documents: [{ documentId: 3, revision: 2 }],
      jobs: [],
      hasWorkers: true,
    },
  }
  it.each<[reasons: string[], changed: Partial<Parameters<typeof listReasons>[0]>]>([
    [['It is a draft: the sender has not sent it.'], { process: { ...process, status: 'draft' } }],
    [['It has ended: completed.'], { process: { ...process, status: 'completed' } }],
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
      ['Signer 7 (order 1) waits for earlier ones.'],
      { signers: [{ ...signer, status: 'pending', signedAt: null, embeddedAt: null }] },
    ],
    [
      [
        'Signer 7 (order 1) was invited at 1970-01-01T00:00:00.000Z, has opened it and has not signed. The last email failed: 550',
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

function listEvents({ ctx }: TestTenant, type: EventType) {
  const isOfType = and(eq(events.tenantId, ctx.tenantId), eq(events.type, type))
  return read(ctx, (reader) => reader.select().from(events).where(isOfType).orderBy(asc(events.id)))
}
