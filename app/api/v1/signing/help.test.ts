import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { moveClock } from '#lib/core/clock'
import { decryptEmail } from '#lib/mail/decrypt-email'
import { sendQuestion } from '#lib/notices/visitors/question'
import { sendReport } from '#lib/notices/visitors/report'
import { cancelProcess } from '#lib/processes/cancel'
import { expireDue } from '#lib/processes/scheduled'
import { changeSigner, removeSigner } from '#lib/processes/signers/correct'
import { QUESTION_QUEUE, type QuestionJob } from '#lib/signing/help/ask'
import { REPORT_QUEUE, type ReportJob } from '#lib/signing/help/report'
import { watchEmails } from '#lib/testing/records/mailbox'
import {
  addCodeLink,
  addLink,
  addOpenedLink,
  findToken,
  loadEvents,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call, call as callFrom } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as delegateRoute from './[token]/delegate/route.ts'
import * as codeRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as questionRoute from './[token]/question/route.ts'
import * as renewRoute from './[token]/renew/route.ts'
import * as reportRoute from './[token]/report/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
type Link = { token: string }
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const unknown = { token: 'A'.repeat(43) }
const codeRoutes = { requestCode: codeRoute.POST, verifyCode: verifyRoute.POST }
/** The data of the job of a process. */
async function findJob<Job>(queue: string, processId: number): Promise<Job> {
  const [job] = await write(tenant.ctx, (tx) =>
    tx.execute<{ data: Job }>(
      sql`select data from pgboss.job where name = ${queue} and (data ->> 'processId')::bigint = ${processId}`,
    ),
  )
  return job!.data
}
const eventTypes = async (id: number) => (await loadEvents(tenant, id)).map(({ type }) => type)

describe('POST /signing/{token}/question', () => {
  const ask = (params: Link, body: unknown = { text: 'Which flat?\nThe large one?' }) =>
    call(questionRoute.POST, { params, body })

  it('200: the sender gets an email whose reply goes to the signer', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, { name: 'Lease', signers: [ada] })
    await newEmails()
    const response = await ask(params)
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'We have sent your question to the sender.' },
    ])
    const job = await findJob<QuestionJob>(QUESTION_QUEUE, process.id)
    expect(Object.keys(job).sort()).toEqual(['encrypted', 'processId', 'tenantId'])
    // The second run is that of another worker, after the first one died.
    for (const id of ['one', 'one']) await sendQuestion(job, { id })
    const [email, ...others] = await newEmails()
    expect(others).toEqual([])
    expect(email).toMatchObject({
      to: tenant.user.email,
      subject: 'Question about Lease',
      headers: { 'Reply-To': ada.email },
    })
    expect(email!.text).toContain('> Which flat?\n> The large one?')
    expect(email!.text).not.toContain('/sign/')
    const event = (await loadEvents(tenant, process.id)).at(-1)
    expect(event).toMatchObject({
      type: 'signature.question_asked',
      actor: { type: 'signer', name: ada.name },
    })
    expect(JSON.stringify(event)).not.toContain('flat')
  })

  it('200 once for a key: a retry asks no second time', async () => {
    const { process, params } = await addLink(tenant, { signers: [ada] })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const request = { method: 'POST' as const, params, body: { text: 'Which flat?' }, headers }
    const first = await call(questionRoute.POST, request)
    const second = await call(questionRoute.POST, request)
    expect([second.status, second.body]).toEqual([200, first.body])
    const asked = (await eventTypes(process.id)).filter((type) => type === 'signature.question_asked')
    expect(asked).toHaveLength(1)
  })

  it('sends a question that an earlier version has enqueued', async () => {
    const newEmails = watchEmails(tenant)
    const { process } = await addLink(tenant, { signers: [ada] })
    await newEmails()
    const job = { tenantId: tenant.tenantId, processId: process.id, signer: ada, question: 'Which flat?' }
    await sendQuestion(job, { id: 'of an earlier version' })
    const [email] = await newEmails()
    expect(email).toMatchObject({ text: expect.stringContaining('> Which flat?') })
  })

  it.each([[{}], [{ text: ' ' }], [{ text: '\u200B' }], [{ text: 'x'.repeat(2001) }]])(
    '400 for %j',
    async (body) => {
      const { params } = await addLink(tenant)
      expect((await ask(params, body)).body.error.errors).toHaveProperty('text')
    },
  )

  it('403 before the code, 404 for an unknown link, 409 once the process has ended', async () => {
    const withCode = await addCodeLink(tenant, codeRoutes)
    expect((await ask(withCode.params)).body.error).toMatchObject({ reason: 'otp_required' })
    expect((await ask(unknown)).status).toBe(404)
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await ask(params)).body.error).toMatchObject({ code: 'invalid_state' })
  })

  it('429 after five questions an hour', async () => {
    const { params } = await addLink(tenant)
    for (let count = 0; count < 5; count++) expect((await ask(params)).status).toBe(200)
    const response = await ask(params)
    expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited'])
  })
})

describe('POST /signing/{token}/report', () => {
  const report = (params: Link, body: unknown = { reason: 'I do not know them.' }) =>
    call(reportRoute.POST, { params, body })

  it('200 before the code: the administrator learns of it, the sender and the trail do not', async () => {
    const { process, params } = await addCodeLink(tenant, codeRoutes)
    expect((await report(params)).status).toBe(200)
    const events = await loadEvents(tenant, process.id)
    expect(JSON.stringify(events)).not.toMatch(/report|I do not know them/)
  })

  it('sends the report to the address of the installation, with who reports what', async () => {
    const { process, params } = await addLink(tenant, { name: 'Lease', signers: [ada] })
    expect((await report(params, { reason: 'Spam' })).status).toBe(200)
    // Corrected before the job runs.
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'grace@example.org' })
    const job = await findJob<ReportJob>(REPORT_QUEUE, process.id)
    expect(Object.keys(job).sort()).toEqual(['encrypted', 'processId', 'tenantId'])
    for (const id of ['two', 'two']) await sendReport(job, { id })
    const [row, ...others] = await read(tenant.ctx, (reader) =>
      reader
        .select()
        .from(mails)
        .where(and(eq(mails.tenantId, tenant.ctx.tenantId), eq(mails.recipient, 'no-reply@localhost'))),
    )
    expect(others).toEqual([])
    const email = decryptEmail(row!)
    expect(email).toMatchObject({ headers: { 'Reply-To': ada.email }, fromInstallation: true })
    for (const text of ['Ada Lovelace', '> Spam', `Process: ${process.id}`, 'Lease'])
      expect(email.text).toContain(text)
    expect(email.text).not.toContain('/sign/')
  })

  it('200 after the process has ended; 400 without a reason; 404 for an unknown link', async () => {
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await report(params)).status).toBe(200)
    expect((await report(params, { reason: '' })).body.error.errors).toHaveProperty('reason')
    expect((await report(unknown)).status).toBe(404)
  })

  it('429 after three an hour', async () => {
    const { params } = await addLink(tenant)
    for (let count = 0; count < 3; count++) expect((await report(params)).status).toBe(200)
    expect((await report(params)).status).toBe(429)
  })
})

describe('POST /signing/{token}/renew', () => {
  const renew = (params: Link) => call(renewRoute.POST, { method: 'POST', params })
  const answer = { message: 'Your request has been received.' }

  it('200 for an expired process: the sender is told', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, {
      name: 'Lease',
      signers: [ada],
      options: { expires_in_days: 1 },
    })
    moveClock(86_400_001)
    try {
      // Also before the job that expires it has run.
      expect((await renew(params)).status).toBe(200)
      await expireDue(new Date(Date.now() + 86_400_001))
      await newEmails()
      const response = await renew(params)
      expect([response.status, response.body]).toEqual([200, answer])
      expect((await newEmails()).map(({ to, subject }) => [to, subject])).toEqual([
        [tenant.user.email, 'Still wants to sign: Lease'],
      ])
      expect((await eventTypes(process.id)).at(-1)).toBe('signature.time_requested')
    } finally {
      moveClock(-86_400_001)
    }
  })

  it('200 for a replaced link: the current one goes to the address of the signer, once a minute', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, { signers: [ada] })
    const signerId = process.signers[0]!.id
    await changeSigner(tenant.ctx, process.id, signerId, { email: 'grace@example.org' })
    expect((await call(signingRoute.GET, { params })).body.error.reason).toBe('link_replaced')
    await newEmails()
    for (let count = 0; count < 2; count++) expect((await renew(params)).body).toEqual(answer)
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual(['grace@example.org'])
    expect(emails[0]!.text).toContain(`/sign/${await findToken(tenant, signerId)}`)
    expect((await loadEvents(tenant, process.id)).at(-1)).toMatchObject({
      type: 'signature.resent',
      actor: { type: 'system' },
    })
  })

  it('200 without an email: the signer has signed, or handed over to someone else', async () => {
    const newEmails = watchEmails(tenant)
    const signed = await addOpenedLink(tenant, {
      signers: [ada, { email: 'bob@example.com' }],
      options: { expires_in_days: 1 },
    })
    await call(signRoute.POST, { params: signed.params, body: typedSignature() })
    const handedOver = await addLink(tenant, { signers: [ada], options: { allow_delegation: true } })
    const body = { name: 'Grace', email: 'grace@example.org', reason: 'She signs.' }
    await call(delegateRoute.POST, { params: handedOver.params, body })
    await newEmails()
    expect((await renew(handedOver.params)).body).toEqual(answer)
    moveClock(86_400_001)
    try {
      await expireDue(new Date(Date.now() + 86_400_001))
      await newEmails()
      expect((await renew(signed.params)).body).toEqual(answer)
    } finally {
      moveClock(-86_400_001)
    }
    expect(await newEmails()).toEqual([])
    expect(await eventTypes(signed.process.id)).not.toContain('signature.time_requested')
    expect(await eventTypes(handedOver.process.id)).not.toContain('signature.resent')
  })

  it.each([
    ['at once', [{ name: 'Grace Hopper', email: 'grace@example.org' }]],
    [
      'after the address was corrected',
      [{ email: 'ada@example.org' }, { name: 'Grace Hopper', email: 'grace@example.org' }],
    ],
  ])('200 without an email: another person is in the place of the signer, %s', async (_, changes) => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, { signers: [ada] })
    for (const change of changes) await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, change)
    await newEmails()
    moveClock(61_000)
    try {
      expect((await renew(params)).body).toEqual(answer)
    } finally {
      moveClock(-61_000)
    }
    expect(await newEmails()).toEqual([])
    expect(await eventTypes(process.id)).not.toContain('signature.resent')
  })

  it('200 without an email: the signer was removed, the process has ended, emails are off', async () => {
    const newEmails = watchEmails(tenant)
    const removed = await addLink(tenant, { signers: [ada, { email: 'bob@example.com' }] })
    await removeSigner(tenant.ctx, removed.process.id, removed.process.signers[0]!.id)
    const ended = await addLink(tenant, { signers: [ada] })
    const silent = await addLink(tenant, { signers: [ada], options: { enable_notifications: false } })
    for (const { process } of [ended, silent])
      await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'grace@example.org' })
    await cancelProcess(tenant.ctx, ended.process.id, {})
    await newEmails()
    for (const { params } of [removed, ended, silent]) {
      const response = await renew(params)
      expect([response.status, response.body]).toEqual([200, answer])
    }
    expect(await newEmails()).toEqual([])
  })

  it('200 once for a key: a retry gets the stored response', async () => {
    const { process, params } = await addLink(tenant, { signers: [ada] })
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'grace@example.org' })
    const request = { method: 'POST' as const, params, headers: { 'idempotency-key': crypto.randomUUID() } }
    const address = '2001:db8:7::1'
    const [first, second] = [
      await callFrom(renewRoute.POST, { ...request, address }),
      await callFrom(renewRoute.POST, { ...request, address }),
    ]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('403 for a viewer, 404 for an unknown link, 409 for one that works', async () => {
    const { params, process } = await addLink(tenant, {
      signers: [{ role: 'viewer', type: 'parallel' }, ada],
    })
    expect((await renew(params)).status).toBe(403)
    expect((await renew(unknown)).status).toBe(404)
    const working = { token: await findToken(tenant, process.signers[1]!.id) }
    expect((await renew(working)).body.error).toMatchObject({ code: 'invalid_state', current_status: 'sent' })
  })

  it('429 after three an hour', async () => {
    const { params } = await addLink(tenant)
    for (let count = 0; count < 3; count++) expect((await renew(params)).status).toBe(409)
    expect((await renew(params)).status).toBe(429)
  })
})
