import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { startWorker } from '#lib/jobs/worker'
import { failReturned } from '#lib/mail/outcome'
import { duplicateProcess } from '#lib/processes/duplicate'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { changeSigner } from '#lib/processes/signers/correct'
import { recordDeliveryFailure } from '#lib/processes/signers/delivery-failed'
import { voidProcess } from '#lib/processes/void'
import type { SigningRecord } from '#lib/signing/schema'
import { verifyVaultDocument } from '#lib/signing/verify/verify-vault-document'
import { getBytes } from '#lib/storage/files'
import { addCompleted, signAs } from '#lib/testing/records/completed'
import { dispatchEvents, loadEmails, watchEmails } from '#lib/testing/records/mailbox'
import { addDraft, addTemplate } from '#lib/testing/records/records'
import {
  addLink,
  addSentProcess,
  extractText,
  findToken,
  loadEvents,
  loadRows,
  loadVaultRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { type Receiver, respondAfter } from '#lib/testing/servers/receiver'
import { findSmsCode, openSmsServer } from '#lib/testing/servers/sms-server'
import { browser, call as callApi, callFromNewIp } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { jobs } from '#lib/worker'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as duplicateRoute from '../signature-processes/[id]/duplicate/route.ts'
import * as processRoute from '../signature-processes/[id]/route.ts'
import * as signerRoute from '../signature-processes/[id]/signers/[signer]/route.ts'
import * as signersRoute from '../signature-processes/[id]/signers/route.ts'
import * as processesRoute from '../signature-processes/route.ts'
import * as useRoute from '../templates/[id]/use/route.ts'
import * as downloadRoute from './[token]/download/route.ts'
import * as openRoute from './[token]/open/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

const phone = '+49 170 1234589'
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const bySms = { otp: 'sms', phone } as const
const byAccessCode = { otp: 'access_code', access_code: 'Blue Heron 1848' } as const

type ProcessBody = ErrorBody & { data: ProcessRecord }
type ErrorBody = { error: { errors: Record<string, string[]>; details: object[] } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)
const advanceClock = makeAdvanceClock()

/** The link of a signer who confirms in this way, and of `sharers`, with a browser and its requests. */
async function addCodeLink(signer: object, actor = tenant, sharers: object[] = []) {
  // Without running the job: the worker of some tests runs it.
  const process = await addSentProcess(actor, { signers: [signer, ...sharers] })
  const params = { token: await findToken(actor, process.signers[0]!.id) }
  const call = browser()
  return {
    process,
    params,
    call,
    requestCode: () => call(otpRoute.POST, { method: 'POST', params }),
    submitCode: (code: unknown) => call(verifyRoute.POST, { params, body: { code } }),
    otp: async () => (await call(signingRoute.GET, { params })).body.data.otp,
  }
}

describe('a signer with `otp`', () => {
  let sms: Receiver
  beforeEach(async () => {
    sms = await openSmsServer()
  })
  afterEach(() => sms.close())

  const create = (signer: object) =>
    callApi<ProcessBody>(processesRoute.POST, {
      as: tenant,
      body: { name: 'Lease', signers: [{ ...ada, ...signer }] },
    })

  it.each([
    [{ otp: 'sms' }, 'signers.0.phone'],
    [{ otp: 'sms', phone: '0170 1234589' }, 'signers.0.phone'],
    [{ otp: 'sms', phone: '+49' }, 'signers.0.phone'],
    [{ otp: 'access_code' }, 'signers.0.access_code'],
    [{ otp: 'access_code', access_code: 'a b c' }, 'signers.0.access_code'],
    [{ otp: 'email', access_code: 'Blue Heron' }, 'signers.0.access_code'],
    [{ access_code: 'Blue Heron' }, 'signers.0.access_code'],
    [{ otp: 'fax' }, 'signers.0.otp'],
  ])('%o is 400', async (signer, field) => {
    const { status, body } = await create(signer)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [field]])
  })

  it('`sms` is 400 without a provider, and a draft with it is not sent', async () => {
    const draft = await addDraft(tenant, { signers: [bySms] })
    await sms.close()
    const { status, body } = await create(bySms)
    expect([status, body.error.details]).toMatchObject([
      400,
      [{ field: 'signers.0.otp', key: 'processes.smsNotConfigured' }],
    ])
    const { POST } = await import('../signature-processes/[id]/send/route.ts')
    const sent = await callApi(POST, { as: tenant, method: 'POST', params: { id: draft.id } })
    expect([sent.status, Object.keys(sent.body.error.errors)]).toEqual([400, ['signers.0.otp']])
  })

  it('`sms` without a provider does not hinder a copy, nor what else of the draft is changed', async () => {
    const draft = await addDraft(tenant, { signers: [bySms] })
    await sms.close()
    const copy = await duplicateProcess(tenant.ctx, draft.id)
    expect(copy.signers[0]).toMatchObject({ otp: 'sms', phone: draft.signers[0]!.phone })
    const patch = (signer: object) =>
      callApi<{ error: { errors: object } }>(processRoute.PATCH, {
        ...{ as: tenant, method: 'PATCH', params: { id: copy.id } },
        body: { ...copy, name: 'Lease', signers: [{ ...copy.signers[0], ...signer }] },
      })
    expect((await patch({ name: 'Ada King' })).status).toBe(200)
    const refused = await patch({ phone: '+491701234580' })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['signers.0.otp']])
  })

  it('shows the method and never the code, which is stored as a hash', async () => {
    const { body } = await create(byAccessCode)
    expect(body.data.signers[0]).toMatchObject({ otp: 'access_code' })
    expect(JSON.stringify(body)).not.toMatch(/heron|access_code_hash|accessCodeHash/i)
    const [signer] = (await loadRows(tenant, body.data.id)).signers
    expect(signer!.accessCodeHash).toMatch(/^[\w-]{22}\.[0-9a-f]{64}$/)
    expect(JSON.stringify(await loadEvents(tenant, body.data.id))).not.toMatch(/heron/i)
  })

  it('keeps the access code when the record is sent back whole, and loses it with another method', async () => {
    const draft = await addDraft(tenant, { signers: [byAccessCode] })
    const patch = (signer: object) =>
      callApi(processRoute.PATCH, {
        as: tenant,
        method: 'PATCH',
        params: { id: draft.id },
        body: { signers: [{ ...draft.signers[0]!, ...signer }] },
      })
    const hash = async () => (await loadRows(tenant, draft.id)).signers[0]!.accessCodeHash
    const before = await hash()
    expect((await patch({ name: 'Ada King' })).status).toBe(200)
    expect(await hash()).toBe(before)
    expect((await patch({ otp: 'email' })).status).toBe(200)
    expect(await hash()).toBeNull()
    const without = await patch({ otp: 'access_code' })
    expect([without.status, Object.keys(without.body.error.errors)]).toEqual([400, ['signers.0.access_code']])
    expect((await patch({ otp: 'sms', phone: null })).status).toBe(400)
  })

  it('is added to and corrected in a process that was sent by the same rules', async () => {
    const { process } = await addLink(tenant, { signers: [{}] })
    const add = (body: object) =>
      callApi(signersRoute.POST, { as: tenant, params: { id: process.id }, body: { ...ada, ...body } })
    expect((await add({ otp: 'access_code' })).status).toBe(400)
    expect((await add({ ...bySms, phone: null })).status).toBe(400)
    const added = await add(byAccessCode)
    expect([added.status, added.body.data.otp]).toEqual([201, 'access_code'])
    const change = (body: object) =>
      callApi(signerRoute.PATCH, {
        as: tenant,
        method: 'PATCH',
        params: { id: process.id, signer: process.signers[0]!.id },
        body,
      })
    const errors = async (body: object) => Object.keys((await change(body)).body.error.errors)
    expect(await errors({ otp: 'sms' })).toEqual(['phone'])
    expect(await errors({ access_code: 'Blue Heron' })).toEqual(['access_code'])
    expect((await change({ ...bySms, phone: '+491701234589' })).body.data).toMatchObject({ otp: 'sms' })
    expect((await change(byAccessCode)).body.data.otp).toBe('access_code')
  })

  it('is by the number of the person who is changed, for all who share the link of one who has signed', async () => {
    const viewer = { ...ada, role: 'viewer', order: 1 } as const
    const completed = await addCompleted(tenant, { signers: [{ ...ada, order: 1, phone }, viewer] })
    const change = (index: number) =>
      callApi<ErrorBody>(signerRoute.PATCH, {
        ...{ as: tenant, method: 'PATCH', body: { otp: 'sms' } },
        params: { id: completed.id, signer: completed.signers[index]!.id },
      })
    expect(Object.keys((await change(1)).body.error.errors)).toEqual(['phone'])
    expect((await change(0)).status).toBe(200)
    const { signers } = await loadRows(tenant, completed.id)
    expect(signers.map((signer) => [signer.otp, signer.phone])).toEqual([
      ['sms', phone],
      ['sms', phone],
    ])
  })

  it('is copied with the process, with the same access code', async () => {
    const { process } = await addLink(tenant, { signers: [byAccessCode] })
    const copy = await callApi<ProcessBody>(duplicateRoute.POST, {
      as: tenant,
      method: 'POST',
      params: { id: process.id },
    })
    expect([copy.status, copy.body.data.signers[0]!.otp]).toEqual([201, 'access_code'])
    const hashOf = async (id: number) => (await loadRows(tenant, id)).signers[0]!.accessCodeHash
    expect(await hashOf(copy.body.data.id)).toBe(await hashOf(process.id))
  })

  it('comes from the role of a template; its use gives phone and access code', async () => {
    const template = await addTemplate(tenant, { roles: [{ name: 'Client', otp: 'access_code' }] })
    expect(template.roles[0]).toMatchObject({ otp: 'access_code' })
    const use = (signer: object) =>
      callApi<ProcessBody>(useRoute.POST, {
        as: tenant,
        params: { id: template.id },
        body: { signers: { Client: { ...ada, ...signer } } },
      })
    const without = await use({})
    expect([without.status, Object.keys(without.body.error.errors)]).toEqual([
      400,
      ['signers.Client.access_code'],
    ])
    expect((await use({ access_code: 'Blue Heron' })).body.data.signers[0]!.otp).toBe('access_code')
    expect((await use({ otp: 'none' })).body.data.signers[0]!.otp).toBe('none')
    expect((await use(bySms)).body.data.signers[0]!.otp).toBe('sms')
  })
})

describe('an access code', () => {
  it('is entered without a code being sent; spaces and case do not count', async () => {
    const { process, params, call, requestCode, submitCode, otp } = await addCodeLink(byAccessCode)
    const notSent = { code_sent: false, destination: null, next_code_seconds: 0 }
    expect(await otp()).toEqual({
      ...{ required: true, verified: false, method: 'access_code', ...notSent },
      ...{ attempts_left: 5, locked: false },
    })
    expect((await requestCode()).status).toBe(409)
    const early = await call(openRoute.POST, { method: 'POST', params })
    expect([early.status, early.body.error.message]).toEqual([
      403,
      'First enter the access code that the sender has agreed on with you.',
    ])
    expect((await submitCode('blue heron')).body.error).toMatchObject({
      code: 'invalid_code',
      attempts_left: 4,
    })
    expect((await submitCode('  blueheron １８４８ ')).status).toBe(200)
    expect(await otp()).toMatchObject({ verified: true, attempts_left: 5 })
    expect((await call(openRoute.POST, { method: 'POST', params })).status).toBe(200)
    const events = (await loadEvents(tenant, process.id)).filter(({ type }) => type.includes('otp'))
    expect(events.map(({ type, data }) => [type, data.otp_method])).toEqual([
      ['signature.otp_failed', 'access_code'],
      ['signature.otp_verified', 'access_code'],
    ])
  })

  it('is the same in the digits of every script', async () => {
    const latin = await addCodeLink(byAccessCode)
    expect((await latin.submitCode('blue heron ١٨٤٨')).status).toBe(200)
    const arabic = await addCodeLink({ ...byAccessCode, access_code: '٤٧١١٠٨' })
    expect((await arabic.submitCode('471108')).status).toBe(200)
  })

  it('is locked after five incorrect attempts; the sender is told and sets a new one', async () => {
    const { process, submitCode, otp } = await addCodeLink(byAccessCode)
    const attempts = await Promise.all(Array.from({ length: 5 }, () => submitCode('wrong code')))
    expect(attempts.map(({ body }) => body.error.attempts_left).sort()).toEqual([0, 1, 2, 3, 4])
    const locked = await submitCode('Blue Heron 1848')
    expect([locked.status, locked.body.error]).toMatchObject([
      429,
      { code: 'rate_limited', reason: 'access_code_locked' },
    ])
    expect(await otp()).toMatchObject({ attempts_left: 0, locked: true })
    advanceClock(3000)
    expect((await submitCode('Blue Heron 1848')).status).toBe(429)
    await dispatchEvents(tenant)
    const told = (await loadEmails(tenant)).filter(({ subject }) => subject.startsWith('Access code locked'))
    expect(told.map(({ to }) => to)).toEqual([tenant.user.email])
    const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.access_code_locked')).toHaveLength(1)

    const change = (body: object) =>
      callApi(signerRoute.PATCH, {
        as: tenant,
        method: 'PATCH',
        params: { id: process.id, signer: process.signers[0]!.id },
        body,
      })
    expect((await change({ access_code: 'grey owl 7' })).status).toBe(200)
    const corrected = (await loadEvents(tenant, process.id)).at(-1)!
    expect(corrected.data).toMatchObject({ change: 'changed', access_code_changed: true })
    expect(JSON.stringify(corrected)).not.toContain('owl')
    expect((await submitCode('Blue Heron 1848')).status).toBe(400)
    expect((await submitCode('GREY OWL 7')).status).toBe(200)
    // A new code ends the sessions of the old one.
    expect((await change({ access_code: 'another one' })).status).toBe(200)
    expect(await otp()).toMatchObject({ verified: false, locked: false })
  })

  it.each(['before the others sign', 'after all have signed', 'after it was declared void'])(
    'that locks for somebody who has signed is replaced, too: %s',
    async (moment) => {
      const newEmails = watchEmails(tenant)
      const { process, params, call, submitCode, otp } = await addCodeLink(byAccessCode, tenant, [ada])
      await submitCode('Blue Heron 1848')
      await call(openRoute.POST, { method: 'POST', params })
      expect((await call(signRoute.POST, { params, body: typedSignature() })).status).toBe(200)
      await runRevisions(tenant, process)
      const isEnded = moment !== 'before the others sign'
      if (isEnded) {
        await signAs(tenant, process.signers[1]!)
        await runRevisions(tenant, process)
      }
      if (moment === 'after it was declared void')
        await voidProcess(tenant.ctx, process.id, { reason: 'Sold' })
      await newEmails()

      const browserOfFriend = browser()
      const enter = (code: string) => browserOfFriend(verifyRoute.POST, { params, body: { code } })
      for (let attempt = 0; attempt < 5; attempt++) await enter('wrong code')
      expect(await otp()).toMatchObject({ locked: true })
      expect((await newEmails()).map(({ to, subject }) => [to, subject])).toEqual([
        [tenant.user.email, expect.stringContaining('Access code locked')],
      ])

      const { status, signed_at: signedAt } = (await getProcess(tenant.ctx, process.id)).signers[0]!
      const changed = await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, {
        access_code: 'grey owl 7',
      })
      expect(changed).toMatchObject({ status, signed_at: signedAt, name: process.signers[0]!.name })
      const { type, data } = (await loadEvents(tenant, process.id)).at(-1)!
      expect(type).toBe('process.corrected')
      expect(data).toMatchObject({ change: 'changed', access_code_changed: true })
      expect(await newEmails()).toEqual([])
      expect(await otp()).toMatchObject({ verified: false, locked: false })
      expect((await enter('Grey Owl 7')).status).toBe(200)
      if (isEnded) expect((await browserOfFriend(downloadRoute.GET, { params })).status).toBe(200)
    },
  )

  it.each([[''], [' '], ['x'.repeat(101)], [123456], [null]])('%j is 400', async (code) => {
    const { submitCode } = await addCodeLink(byAccessCode)
    const { status, body } = await submitCode(code)
    expect([status, Object.keys(body.error.errors ?? {})]).toEqual([400, ['code']])
  })

  it('404 for an unknown link', async () => {
    const body = { code: 'Blue Heron' }
    const unknown = await callFromNewIp(verifyRoute.POST, { params: { token: 'nothing' }, body })
    expect(unknown.status).toBe(404)
  })
})

describe('a code by SMS', () => {
  let sms: Receiver
  let worker: Awaited<ReturnType<typeof startWorker>>
  beforeAll(async () => {
    sms = await openSmsServer()
    worker = await startWorker(jobs)
  })
  beforeEach(() => {
    sms.respondWith(204)
    sms.received.length = 0
  })
  afterAll(async () => {
    await worker.stop(5000)
    await sms.close()
  })

  it('is sent by the provider in the signer’s language, without a link, and confirmed', async () => {
    const { process, requestCode, submitCode, otp } = await addCodeLink({ ...bySms, locale: 'de' })
    expect((await requestCode()).body).toEqual({ message: 'We have sent a code to +49 … 89.' })
    const [{ headers, payload }] = sms.received as [Receiver['received'][number]]
    expect(headers).toMatchObject({
      authorization: 'Bearer sms-secret-7',
      'content-type': 'application/json',
    })
    expect(payload).toEqual({
      to: '+491701234589',
      message: { text: expect.stringMatching(/^\d{6} ist Ihr Code .* 10 Minuten\./) },
    })
    expect(JSON.stringify(payload)).not.toMatch(/https?:|www\./)
    expect(await otp()).toMatchObject({ method: 'sms', destination: '+49 … 89', code_sent: true })
    expect((await submitCode(findSmsCode(sms))).status).toBe(200)
    const events = (await loadEvents(tenant, process.id)).filter(({ type }) => type.includes('otp'))
    expect(events.map(({ type, data }) => [type, data.otp_method, data.phone])).toEqual([
      ['signature.otp_sent', 'sms', '+49 … 89'],
      ['signature.otp_verified', 'sms', '+49 … 89'],
    ])
    expect(JSON.stringify(events)).not.toContain('1234589')
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select().from(mails).where(eq(mails.recipient, '+491701234589')),
    )
    expect(row).toMatchObject({ channel: 'sms', status: 'sent', content: null, recipient: '+491701234589' })
    const { signers } = await getProcess(tenant.ctx, process.id)
    expect(signers[0]!.delivery).toMatchObject({ channel: 'sms', status: 'sent' })
  })

  const loadSigners = async ({ id }: ProcessRecord) => (await getProcess(tenant.ctx, id)).signers
  const untilFailed = (process: ProcessRecord, error: string) =>
    expect.poll(async () => (await loadSigners(process))[0]!.delivery_error, { timeout: 10_000 }).toBe(error)
  const change = async ({ id, signers }: ProcessRecord, body: object) => {
    const params = { id, signer: signers[0]!.id }
    const { body: changed } = await callApi(signerRoute.PATCH, { as: tenant, method: 'PATCH', params, body })
    return changed.data
  }

  /** A link whose code the provider has refused, of one person in these roles. */
  async function addRefused(number: string, roles = ['signer']) {
    const [signer, ...sharers] = roles.map((role) => ({ ...ada, ...bySms, phone: number, order: 1, role }))
    const link = await addCodeLink(signer!, tenant, sharers)
    sms.respondWith(400)
    let refused = await link.requestCode()
    // On a busy machine the provider may answer later than the response is sent.
    for (let times = 0; refused.status !== 409 && times < 5; times++) {
      advanceClock(31)
      refused = await link.requestCode()
    }
    await untilFailed(link.process, 'Responded with 400.')
    sms.respondWith(204)
    advanceClock(31)
    return { ...link, refused }
  }

  it('409 when the provider refuses it, and the sender is told; 200 that it is on its way after a 500', async () => {
    const { process, requestCode, refused } = await addRefused('+491701234501')
    expect([refused.status, refused.body.error]).toMatchObject([409, { reason: 'sms_refused' }])
    const failed = (await loadEvents(tenant, process.id)).find(({ type }) =>
      type.endsWith('delivery_failed'),
    )!
    expect(failed.data).toMatchObject({ phone: '+49 … 01', reason: 'Responded with 400.' })
    const before = sms.received.length
    sms.respondWith(500, 204)
    expect((await requestCode()).body).toEqual({
      message: 'A code is on its way to +49 … 01. It may take a few minutes.',
    })
    await expect.poll(() => sms.received.length, { timeout: 30_000 }).toBe(before + 2)
  })

  it('that was refused is shown to the sender until the next one, for all of the link', async () => {
    const { process, requestCode } = await addRefused('+491701234505', ['signer', 'approver'])
    const refused = { delivery_error: 'Responded with 400.', delivery: { channel: 'sms', status: 'failed' } }
    expect(await loadSigners(process)).toMatchObject([refused, refused])
    expect((await requestCode()).status).toBe(200)
    const sent = { delivery_error: null, delivery: { channel: 'sms', status: 'sent' } }
    await expect.poll(() => loadSigners(process), { timeout: 10_000 }).toMatchObject([sent, sent])
  })

  it.each([
    ['number', '+491701234506', { phone: '+491701234507' }],
    ['method', '+491701234508', { otp: 'email' }],
  ])('that was refused is shown to the sender until they correct the %s', async (_, number, correction) => {
    const { process } = await addRefused(number)
    expect(await change(process, { phone: `+49 170 ${number.slice(6)}` })).toMatchObject({
      delivery_error: 'Responded with 400.',
    })
    expect(await change(process, correction)).toMatchObject({ delivery_error: null, delivery: null })
    // A job of the refused message that runs late.
    const [message] = await read(tenant.ctx, (reader) =>
      reader
        .select()
        .from(mails)
        .where(and(eq(mails.recipient, number), eq(mails.status, 'failed'))),
    )
    const data = { processId: process.id, signerId: process.signers[0]!.id, mailId: message!.id }
    await recordDeliveryFailure({ tenantId: tenant.tenantId, ...data })
    expect((await loadSigners(process))[0]!.delivery_error).toBeNull()
  })

  it('leaves the failure of an email that is returned later, until the next message', async () => {
    const { process, requestCode } = await addCodeLink({ otp: 'sms', phone: '+491701234509' })
    expect((await requestCode()).status).toBe(200)
    const reason = '550 No such user here'
    const topic = `signer:${process.signers[0]!.id}`
    const [invitation] = await write(tenant.ctx, (tx) =>
      tx
        .update(mails)
        .set({ status: 'sent' })
        .where(and(eq(mails.topic, topic), eq(mails.channel, 'email')))
        .returning(),
    )
    const failures = [{ recipient: invitation!.recipient, isGivenUp: false, reason }]
    await failReturned({ tenantId: tenant.tenantId, mailId: invitation!.id }, { names: [], failures })
    await untilFailed(process, reason)
    const [signer] = await loadSigners(process)
    expect(signer!.delivery).toMatchObject({ channel: 'sms', error: null })
    expect(await change(process, { phone: '+491701234510' })).toMatchObject({ delivery_error: reason })
    advanceClock(31)
    expect((await requestCode()).status).toBe(200)
    expect((await loadSigners(process))[0]!.delivery_error).toBeNull()
  })

  it('does not wait for a provider that hangs', async () => {
    const { requestCode } = await addCodeLink({ otp: 'sms', phone: '+491701234502' })
    sms.respondWith(respondAfter(8000))
    const began = performance.now()
    expect(JSON.stringify((await requestCode()).body)).toContain('on its way')
    expect(performance.now() - began).toBeLessThan(7000)
  })

  it('429 for more messages to one number than allowed, over all tenants, and for more of one tenant', async () => {
    const other = await makeTenant()
    const number = '+491701234503'
    env().rateLimits.smsNumber = 2
    const statuses: number[] = []
    for (const actor of [tenant, other, tenant]) {
      const { requestCode } = await addCodeLink({ otp: 'sms', phone: number }, actor)
      const response = await requestCode()
      statuses.push(response.status)
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([200, 200, 429])
    env().rateLimits.smsNumber = 10
    env().rateLimits.smsTenant = 2
    const third = await makeTenant()
    const ofTenant: number[] = []
    for (const end of ['11', '12', '13']) {
      const { requestCode } = await addCodeLink({ otp: 'sms', phone: `+4917012345${end}` }, third)
      ofTenant.push((await requestCode()).status)
    }
    expect(ofTenant).toEqual([200, 200, 429])
    env().rateLimits.smsTenant = 200
  })

  it('a refused request does not count against the number', async () => {
    env().rateLimits.smsNumber = 2
    const { requestCode } = await addCodeLink({ otp: 'sms', phone: '+491701234504' })
    expect((await requestCode()).status).toBe(200)
    expect((await requestCode()).status).toBe(429)
    advanceClock(31)
    expect((await requestCode()).status).toBe(200)
    env().rateLimits.smsNumber = 10
  })
})

it('the link of another signer is not confirmed by the code of the first', async () => {
  const { process, submitCode, call } = await addCodeLink(byAccessCode)
  expect((await submitCode('Blue Heron 1848')).status).toBe(200)
  const other = await addLink(tenant, { signers: [byAccessCode] })
  const token = await findToken(tenant, other.process.signers[0]!.id)
  const { body } = await call<{ data: SigningRecord }>(signingRoute.GET, { params: { token } })
  expect(body.data.otp.verified).toBe(false)
  expect(process.id).not.toBe(other.process.id)
})

describe('the certificate of completion and the verification of the file', () => {
  it.each([
    [bySms, ['one-time code', 'by SMS to +49', '89'], '4589'],
    [byAccessCode, ['an access code agreed on', 'with the sender'], 'Heron'],
  ] as const)(
    'say how the signer confirmed, whatever protects the download later: %o',
    async (signer, words, secret) => {
      const sms = await openSmsServer()
      const { process, params, call, requestCode, submitCode } = await addCodeLink({ ...ada, ...signer })
      await runRevisions(tenant, process)
      if (signer.otp === 'sms') {
        const worker = await startWorker(jobs)
        await requestCode()
        await expect.poll(() => sms.received.length).toBe(1)
        await worker.stop()
      }
      const code = signer.otp === 'sms' ? findSmsCode(sms) : signer.access_code
      expect((await submitCode(code)).status).toBe(200)
      await call(openRoute.POST, { method: 'POST', params })
      expect((await call(signRoute.POST, { params, body: typedSignature() })).status).toBe(200)
      await runRevisions(tenant, process)
      const [row] = await loadVaultRows(tenant, process.id)
      const text = (await extractText(await getBytes(tenant.tenantId, row!.certificateSha256))).replace(
        /\s+/g,
        ' ',
      )
      for (const part of words) expect(text).toContain(part)
      expect(text).not.toContain(secret)
      await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { otp: 'none' })
      const { signatures } = await verifyVaultDocument(tenant.ctx, row!.id)
      expect(signatures.map(({ identified_by: by }) => by)).toEqual([null, signer.otp, null])
      await sms.close()
    },
  )
})
