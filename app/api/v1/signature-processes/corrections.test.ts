import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usage } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { read } from '#db/tenant'
import { addDays, now } from '#lib/core/clock'
import { verifyPdf } from '#lib/pades/verify'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'
import { recordDeliveryFailure } from '#lib/processes/signers/delivery-failed'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { call } from '#lib/testing/call'
import {
  addSentProcess,
  eventsOf,
  filesOf,
  openedTokenFor,
  rowsOf,
  runSealJobOf,
  textOf,
  tokenFor,
  typed,
} from '#lib/testing/ceremony'
import { itIsGuarded } from '#lib/testing/guards'
import { dispatchEvents } from '#lib/testing/mailbox'
import { addDraft, addSent } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as signingRoute from '../signing/[token]/route.ts'
import { PATCH as patchProcess } from './[id]/route.ts'
import * as signerRoute from './[id]/signers/[signer]/route.ts'
import * as signersRoute from './[id]/signers/route.ts'

type Refused = { error: Record<string, unknown> & { errors: Record<string, string[]> } }

let tenant: TestTenant
let foreignProcess: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignProcess = await addDraft(await makeTenant())
})
afterAll(closeThreads)

const grace = { name: 'Grace Hopper', email: 'grace@example.com' }
const foreign = async () => ({ id: foreignProcess.id, signer: foreignProcess.signers[0]!.id })
itIsGuarded('/signature-processes/{id}/signers', signersRoute, { body: { POST: grace }, foreign })
itIsGuarded('/signature-processes/{id}/signers/{signer}', signerRoute, { foreign })

const add = <B = { data: SignerRecord }>(id: number, body: object, as: { token: string } = tenant) =>
  call<B>(signersRoute.POST, { method: 'POST', params: { id }, body, as })
const change = <B = { data: SignerRecord }>(
  { id, signers }: ProcessRecord,
  index: number,
  body: object,
  as: { token: string } = tenant,
) => call<B>(signerRoute.PATCH, { method: 'PATCH', params: { id, signer: signers[index]!.id }, body, as })
const remove = <B = Refused>({ id, signers }: ProcessRecord, index: number) =>
  call<B>(signerRoute.DELETE, { method: 'DELETE', params: { id, signer: signers[index]!.id }, as: tenant })
const reload = (process: ProcessRecord) => getProcess(tenant.ctx, process.id)
const linkStatus = async (token: string) => (await call(signingRoute.GET, { params: { token } })).status
const usedSignatures = async () => {
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(usage))
  return row?.signatures ?? 0
}
async function sign(process: ProcessRecord, index: number, locale = 'en'): Promise<void> {
  const token = await openedTokenFor(tenant, process.signers[index]!.id)
  const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
  await signProcess(ctx, SignInput.parse(typed([], locale)))
  await runSealJobOf(tenant, process)
}
const lastEvent = async ({ id }: ProcessRecord, type: string) =>
  (await eventsOf(tenant, id)).findLast((event) => event.type === type)

describe('replacing a signer who has not signed', () => {
  it('200: the old link stops working, and the new person is invited and signs', async () => {
    const sent = await addSentProcess(tenant, { bare: true, signers: [{ name: 'Ada Lovelace' }] })
    await runSealJobOf(tenant, sent)
    const oldToken = await openedTokenFor(tenant, sent.signers[0]!.id)
    const { status, body } = await change(sent, 0, { ...grace, locale: 'fr', phone: '+33 1' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...grace, locale: 'fr', phone: '+33 1', status: 'notified' })
    expect(body.data.viewed_at).toBeNull()
    expect(await linkStatus(oldToken)).toBe(404)
    expect(await linkStatus(await tokenFor(tenant, sent.signers[0]!.id))).toBe(200)
    await runSealJobOf(tenant, sent)
    await sign(sent, 0, 'fr')
    const [file] = await filesOf(tenant, sent.id)
    const text = await textOf(file!)
    expect(text).toMatch(/Grace ?Hopper/)
    expect(text).not.toMatch(/Ada ?Lovelace/)
    const report = await verifyPdf(file!)
    expect([report.valid, report.faults]).toEqual([true, []])
    expect((await reload(sent)).status).toBe('completed')
  })

  it('records the old values, the new values and the actor', async () => {
    const sent = await addSent(tenant, { signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] })
    await change(sent, 0, { email: 'ada@example.org' })
    const event = await lastEvent(sent, 'process.corrected')
    expect(event).toMatchObject({
      actor: { type: 'user', email: (tenant.ctx.actor as { email: string }).email },
      data: {
        change: 'changed',
        signer_id: sent.signers[0]!.id,
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        new_email: 'ada@example.org',
        invited: true,
      },
    })
    expect(event!.data).not.toHaveProperty('new_name')
  })

  it('refuses a signature that was started with the old link', async () => {
    const sent = await addSent(tenant)
    const token = await openedTokenFor(tenant, sent.signers[0]!.id)
    const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
    await change(sent, 0, { name: 'Grace Hopper' })
    await expect(signProcess(ctx, SignInput.parse(typed()))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps the link when only phone or language change, and does nothing without changes', async () => {
    const sent = await addSent(tenant)
    const token = await tokenFor(tenant, sent.signers[0]!.id)
    await change(sent, 0, { phone: '+49 30', locale: 'de' })
    const events = (await eventsOf(tenant, sent.id)).length
    expect((await change(sent, 0, { phone: '+49 30', name: sent.signers[0]!.name })).status).toBe(200)
    expect((await eventsOf(tenant, sent.id)).length).toBe(events)
    expect(await linkStatus(token)).toBe(200)
  })

  it('makes the signer wait again when their new order puts others first', async () => {
    const sent = await addSent(tenant, { signers: [{}, {}] })
    const token = await tokenFor(tenant, sent.signers[0]!.id)
    await change(sent, 0, { order: 3 })
    const { signers } = await reload(sent)
    expect(signers.map(({ name, status }) => [name, status])).toEqual([
      ['Signer 2', 'notified'],
      ['Signer 1', 'pending'],
    ])
    expect(await linkStatus(token)).toBe(404)
  })

  it('409 for another name if a signed signature page shows the old one; 200 for another email', async () => {
    const sent = await addSentProcess(tenant, { bare: true, signers: [{}, {}] })
    await runSealJobOf(tenant, sent)
    await sign(sent, 0)
    const refused = await change<Refused>(sent, 1, { name: 'Grace Hopper' })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state'])
    expect(refused.body.error.message).toContain('signature page')
    expect((await change(sent, 1, { email: 'new@example.com' })).status).toBe(200)
    await sign(sent, 1)
    const [file] = await filesOf(tenant, sent.id)
    expect((await verifyPdf(file!)).valid).toBe(true)
  })

  it('200 for another name after the first signature if the fields were placed by the sender', async () => {
    const sent = await addSentProcess(tenant, { signers: [{}, {}] })
    await runSealJobOf(tenant, sent)
    await sign(sent, 0)
    expect((await change(sent, 1, { name: 'Grace Hopper' })).status).toBe(200)
    await sign(sent, 1)
    const [file] = await filesOf(tenant, sent.id)
    const report = await verifyPdf(file!)
    expect([report.valid, report.signatures.map(({ signerName }) => signerName)]).toEqual([
      true,
      expect.arrayContaining(['Signer 1', 'Grace Hopper']),
    ])
  })

  it('409 for a signer who has signed, and for a process that has ended', async () => {
    const sent = await addSentProcess(tenant, { signers: [{}, {}] })
    await runSealJobOf(tenant, sent)
    await sign(sent, 0)
    expect((await change<Refused>(sent, 0, grace)).body.error.code).toBe('invalid_state')
    expect((await remove(sent, 0)).body.error.code).toBe('invalid_state')
    await sign(sent, 1)
    expect((await change<Refused>(sent, 1, grace)).body.error).toMatchObject({
      code: 'invalid_state',
      current_status: 'completed',
    })
  })

  it('400 with all errors by member, 404 for a signer of another process', async () => {
    const sent = await addSent(tenant)
    const refused = await change<Refused>(sent, 0, { email: 'none', name: '', order: -1 })
    expect([refused.status, Object.keys(refused.body.error.errors).sort()]).toEqual([
      400,
      ['email', 'name', 'order'],
    ])
    const other = await addSent(tenant)
    expect((await change<Refused>({ ...sent, signers: other.signers }, 0, grace)).status).toBe(404)
  })
})

describe('adding a person', () => {
  it('201 before the first signature for a signer, who signs on an added page', async () => {
    const sent = await addSentProcess(tenant, { signers: [{}] })
    await runSealJobOf(tenant, sent)
    const before = await usedSignatures()
    const field = { document_id: sent.documents[0]!.id, type: 'text', page: 1, x: 300, y: 300 }
    const fields = [{ ...field, width: 100, height: 20, required: false, value: 'agreed' }]
    const { status, body } = await add(sent.id, { ...grace, fields })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ...grace, order: 2, status: 'pending' })
    const params = { id: sent.id, signer: body.data.id }
    expect((await call<{ data: SignerRecord }>(signerRoute.GET, { params, as: tenant })).body).toEqual(body)
    expect(await usedSignatures()).toBe(before + 1)
    await runSealJobOf(tenant, sent)
    const process = await reload(sent)
    expect(process.fields.map(({ type, page }) => [type, page])).toEqual([
      ['signature', 1],
      ['text', 1],
      ['signature', 2],
    ])
    await sign(process, 0)
    await sign(process, 1)
    const [file] = await filesOf(tenant, sent.id)
    const report = await verifyPdf(file!)
    expect([report.valid, report.faults]).toEqual([true, []])
    expect((await reload(sent)).status).toBe('completed')
  })

  it('after a signature 409 for a signer, 201 for a recipient of copies, who gets the document', async () => {
    const sent = await addSentProcess(tenant, { signers: [{}, {}] })
    await runSealJobOf(tenant, sent)
    await sign(sent, 0)
    expect((await add<Refused>(sent.id, grace)).body.error.code).toBe('invalid_state')
    expect((await add(sent.id, { ...grace, role: 'cc' })).status).toBe(201)
    await sign(sent, 1)
    const { signers } = await reload(sent)
    expect(signers.at(-1)).toMatchObject({ ...grace, role: 'cc', status: 'notified' })
  })

  it('400 for fields on a missing page, and nothing is added', async () => {
    const sent = await addSent(tenant)
    const field = {
      document_id: sent.documents[0]!.id,
      type: 'text',
      page: 9,
      x: 1,
      y: 1,
      width: 9,
      height: 9,
    }
    const refused = await add<Refused>(sent.id, { ...grace, fields: [field] })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['fields.0.page']])
    expect((await reload(sent)).signers).toHaveLength(1)
  })

  it('403 when the quota is used up, and nothing is added', async () => {
    const limitedTenant = await makeTenant({ signaturesLimit: 1 })
    const sent = await addSent(limitedTenant)
    const refused = await add<Refused>(sent.id, grace, limitedTenant)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'quota_exceeded'])
    expect((await getProcess(limitedTenant.ctx, sent.id)).signers).toHaveLength(1)
  })
})

describe('removing a person', () => {
  it('204: the process completes when all others have signed, and the quota is refunded', async () => {
    const sent = await addSentProcess(tenant, { signers: [{}, {}] })
    await runSealJobOf(tenant, sent)
    await sign(sent, 0)
    const token = await tokenFor(tenant, sent.signers[1]!.id)
    const before = await usedSignatures()
    expect((await remove(sent, 1)).status).toBe(204)
    expect(await usedSignatures()).toBe(before - 1)
    expect(await linkStatus(token)).toBe(404)
    await runSealJobOf(tenant, sent)
    expect((await reload(sent)).status).toBe('completed')
    const [file] = await filesOf(tenant, sent.id)
    expect((await verifyPdf(file!)).valid).toBe(true)
  })

  it('204 before the first signature: their name is no longer in the file', async () => {
    const sent = await addSentProcess(tenant, { bare: true, signers: [{}, { name: 'Grace Hopper' }] })
    await runSealJobOf(tenant, sent)
    await remove(sent, 1)
    await runSealJobOf(tenant, sent)
    const [file] = await filesOf(tenant, sent.id)
    expect(await textOf(file!)).not.toMatch(/Grace ?Hopper/)
    expect((await rowsOf(tenant, sent.id)).documents[0]!.revision).toBe(1)
  })

  it('409 for the last signer, 204 for a viewer', async () => {
    const sent = await addSent(tenant, { signers: [{}, { role: 'viewer' }] })
    const refused = await remove(sent, 0)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state'])
    expect((await remove(sent, 1)).status).toBe(204)
  })
})

describe('a draft', () => {
  it('is changed by the same routes, without invitations', async () => {
    const draft = await addDraft(tenant)
    await add(draft.id, grace)
    await change(draft, 0, { name: 'Ada' })
    const { signers } = await reload(draft)
    expect(signers.map(({ name, status }) => [name, status])).toEqual([
      ['Ada', 'pending'],
      ['Grace Hopper', 'pending'],
    ])
    await remove(draft, 0)
    expect((await reload(draft)).signers).toHaveLength(1)
    expect(await lastEvent(draft, 'process.corrected')).toBeUndefined()
    const { updated_at, created_at } = await reload(draft)
    expect(updated_at > created_at).toBe(true)
  })
})

describe('a correction while the signer signs', () => {
  it('either loses to the signature or replaces the signer, in fifty rounds', async () => {
    const outcomes = { signed: 0, replaced: 0 }
    for (let round = 0; round < 50; round++) {
      const sent = await addSent(tenant)
      const token = await openedTokenFor(tenant, sent.signers[0]!.id)
      const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
      // In odd rounds the correction starts first.
      const earlyCorrection = round % 2 === 1 && change(sent, 0, grace)
      const [signature, correction] = await Promise.allSettled([
        signProcess(ctx, SignInput.parse(typed())),
        earlyCorrection || change(sent, 0, grace),
      ])
      const { signers } = await reload(sent)
      const isSigned = signature.status === 'fulfilled'
      const isReplaced = correction.status === 'fulfilled' && correction.value.status === 200
      expect([isSigned, isReplaced]).toEqual([isSigned, !isSigned])
      expect([signers[0]!.status, signers[0]!.name]).toEqual(
        isSigned ? ['signed', 'Signer 1'] : ['notified', 'Grace Hopper'],
      )
      outcomes[isSigned ? 'signed' : 'replaced']++
    }
    expect(Math.min(outcomes.signed, outcomes.replaced)).toBeGreaterThan(0)
  })
})

describe('a correction while the documents are prepared', () => {
  it('ends with the file of the new signer', async () => {
    for (let round = 0; round < 10; round++) {
      const sent = await addSentProcess(tenant, { bare: true, signers: [{ name: 'Ada Lovelace' }] })
      await Promise.allSettled([runSealJobOf(tenant, sent), change(sent, 0, grace)])
      await runSealJobOf(tenant, sent)
      const [file] = await filesOf(tenant, sent.id)
      expect(await textOf(file!)).toMatch(/Grace ?Hopper/)
    }
  })
})

describe('PATCH of a process that was sent', () => {
  const patch = <B = { data: ProcessRecord }>(process: ProcessRecord, body: object) =>
    call<B>(patchProcess, { method: 'PATCH', params: { id: process.id }, body, as: tenant })

  it('200 for message, expiry and reminders, with the new values in the trail', async () => {
    const sent = await addSent(tenant, { options: { expires_in_days: 10 } })
    const options = { message: 'By Friday, please.', expires_in_days: 30, reminder_days: 5 }
    const { status, body } = await patch(sent, { options })
    expect(status).toBe(200)
    expect(body.data.options).toMatchObject(options)
    expect(body.data.expires_at).toBe(addDays(new Date(sent.sent_at!), 30).toISOString())
    const event = await lastEvent(sent, 'process.corrected')
    expect(event?.data).toMatchObject({
      change: 'options',
      new_message: options.message,
      new_reminder_days: 5,
      new_expires_at: body.data.expires_at,
    })
  })

  it('409 for any other member, and nothing changes', async () => {
    const sent = await addSent(tenant)
    const { status, body } = await patch<Refused>(sent, {
      name: 'Other',
      signers: [],
      options: { enable_otp: true, message: 'Hello' },
    })
    expect([status, Object.keys(body.error.errors).sort()]).toEqual([
      409,
      ['name', 'options.enable_otp', 'signers'],
    ])
    expect((await reload(sent)).options.message).toBeNull()
  })

  it('400 for an expiry that would have passed', async () => {
    const sent = await addSent({ ctx: { ...tenant.ctx, now: addDays(tenant.ctx.now, -20) } })
    const { status, body } = await patch<Refused>(sent, { options: { expires_in_days: 10 } })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['options.expires_in_days']])
  })
})

describe('an email that cannot be delivered', () => {
  const recordFailure = (process: ProcessRecord, recipient: string) =>
    recordDeliveryFailure({
      tenantId: tenant.ctx.tenantId,
      processId: process.id,
      signerId: process.signers[0]!.id,
      recipient,
      reason: '550 No such user here',
    })

  it('is recorded, and shown with the signer until the next email', async () => {
    const sent = await addSent(tenant)
    await recordFailure(sent, sent.signers[0]!.email)
    expect((await reload(sent)).signers[0]!.delivery_error).toBe('550 No such user here')
    expect((await lastEvent(sent, 'signature.delivery_failed'))?.data).toMatchObject({
      signer_id: sent.signers[0]!.id,
      reason: '550 No such user here',
    })
    await change(sent, 0, { email: 'right@example.com' })
    expect((await reload(sent)).signers[0]!.delivery_error).toBeNull()
  })

  it('is ignored if the signer’s address has changed', async () => {
    const sent = await addSent(tenant)
    const { email } = sent.signers[0]!
    await change(sent, 0, { email: 'right@example.com' })
    await recordFailure(sent, email)
    expect((await reload(sent)).signers[0]!.delivery_error).toBeNull()
    expect(await lastEvent(sent, 'signature.delivery_failed')).toBeUndefined()
  })

  it('has a job with the process and the signer for each invitation', async () => {
    const otherTenant = await makeTenant()
    const sent = await addSent(otherTenant, { signers: [{}, { type: 'parallel' }] })
    await dispatchEvents(otherTenant)
    const rows = await read(otherTenant.ctx, (reader) => reader.select().from(mails))
    expect(rows.map(({ failureJob }) => failureJob?.data)).toEqual(
      sent.signers.map(({ id }) => ({ processId: sent.id, signerId: id })),
    )
  })
})
