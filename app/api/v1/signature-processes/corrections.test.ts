import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { usage } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { addDays, now } from '#lib/core/clock'
import { createFolder } from '#lib/folders/create'
import { asErrorText } from '#lib/messages/errors'
import { verifyPdf } from '#lib/pades/verify'
import { cancelProcess } from '#lib/processes/cancel'
import { findCurrentRevisions } from '#lib/processes/documents/revisions'
import { getProcess } from '#lib/processes/get'
import { lockProcess } from '#lib/processes/load'
import { isOnlyOtpChangeable } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'
import { DELIVERY_FAILED_QUEUE, recordDeliveryFailure } from '#lib/processes/signers/delivery-failed'
import { findSigners } from '#lib/processes/signers/invite'
import { markExpired, markRefused } from '#lib/processes/transitions'
import { voidProcess } from '#lib/processes/void'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { addCompleted } from '#lib/testing/records/completed'
import { dispatchEvents } from '#lib/testing/records/mailbox'
import { addDraft, addSent } from '#lib/testing/records/records'
import {
  addSentProcess,
  extractText,
  findToken,
  loadEvents,
  loadFiles,
  loadRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { inThread } from '#lib/workers/pdf-pool'
import * as signingRoute from '../signing/[token]/route.ts'
import { PATCH as patchProcess } from './[id]/route.ts'
import * as signerRoute from './[id]/signers/[signer]/route.ts'
import * as signersRoute from './[id]/signers/route.ts'

type ErrorBody = { error: Record<string, unknown> & { errors: Record<string, string[]> } }

let tenant: TestTenant
let foreignProcess: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignProcess = await addDraft(await makeTenant())
})
const grace = { name: 'Grace Hopper', email: 'grace@example.com' }
const recordOfOtherTenant = async () => ({ id: foreignProcess.id, signer: foreignProcess.signers[0]!.id })
itIsGuarded('/signature-processes/{id}/signers', signersRoute, {
  bodyByMethod: { POST: grace },
  idsOfOtherTenant: recordOfOtherTenant,
})
itIsGuarded('/signature-processes/{id}/signers/{signer}', signerRoute, {
  idsOfOtherTenant: recordOfOtherTenant,
})

const add = <B = { data: SignerRecord }>(id: number, body: object, caller: { token: string } = tenant) =>
  call<B>(signersRoute.POST, { method: 'POST', params: { id }, body, as: caller })
const change = <B = { data: SignerRecord }>(
  { id, signers }: ProcessRecord,
  index: number,
  body: object,
  caller: { token: string } = tenant,
) =>
  call<B>(signerRoute.PATCH, {
    method: 'PATCH',
    params: { id, signer: signers[index]!.id },
    body,
    as: caller,
  })
const remove = <B = ErrorBody>({ id, signers }: ProcessRecord, index: number) =>
  call<B>(signerRoute.DELETE, { method: 'DELETE', params: { id, signer: signers[index]!.id }, as: tenant })
const reload = (process: ProcessRecord) => getProcess(tenant.ctx, process.id)
const linkStatus = async (token: string) => (await call(signingRoute.GET, { params: { token } })).status
const usedSignatures = async () => {
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(usage))
  return row?.signatures ?? 0
}
async function sign(process: ProcessRecord, index: number, locale = 'en'): Promise<void> {
  const token = await openLink(tenant, process.signers[index]!.id)
  const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
  await signProcess(ctx, SignInput.parse(typedSignature([], locale)))
  await runRevisions(tenant, process)
}
const lastEvent = async ({ id }: ProcessRecord, type: string) =>
  (await loadEvents(tenant, id)).findLast((event) => event.type === type)

describe('replacing a signer who has not signed', () => {
  it('200: the old link stops working, and the new person is invited and signs', async () => {
    const sentProcess = await addSentProcess(tenant, { bare: true, signers: [{ name: 'Ada Lovelace' }] })
    await runRevisions(tenant, sentProcess)
    const oldToken = await openLink(tenant, sentProcess.signers[0]!.id)
    const { status, body } = await change(sentProcess, 0, { ...grace, locale: 'fr', phone: '+33 1' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...grace, locale: 'fr', phone: '+33 1', status: 'notified' })
    expect(body.data.viewed_at).toBeNull()
    expect(await linkStatus(oldToken)).toBe(404)
    expect(await linkStatus(await findToken(tenant, sentProcess.signers[0]!.id))).toBe(200)
    await runRevisions(tenant, sentProcess)
    await sign(sentProcess, 0, 'fr')
    const [file] = await loadFiles(tenant, sentProcess.id)
    const text = await extractText(file!)
    expect(text).toMatch(/Grace ?Hopper/)
    expect(text).not.toMatch(/Ada ?Lovelace/)
    const report = await verifyPdf(file!)
    expect([report.valid, report.faults]).toEqual([true, []])
    expect((await reload(sentProcess)).status).toBe('completed')
  })

  it('records the old values, the new values and the actor', async () => {
    const sentProcess = await addSent(tenant, {
      signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
    })
    await change(sentProcess, 0, { email: 'ada@example.org' })
    const event = await lastEvent(sentProcess, 'process.corrected')
    expect(event).toMatchObject({
      actor: { type: 'user', email: (tenant.ctx.actor as { email: string }).email },
      data: {
        change: 'changed',
        status: 'sent',
        signer_id: sentProcess.signers[0]!.id,
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        new_email: 'ada@example.org',
        invited: true,
      },
    })
    expect(event!.data).not.toHaveProperty('new_name')
  })

  it('404 of the old link names the sender, also after a removal, and says nothing of the process', async () => {
    const sentProcess = await addSent(tenant, {
      name: 'Confidential',
      signers: [{ type: 'parallel' }, { type: 'parallel' }],
    })
    const tokens = await Promise.all(sentProcess.signers.map(({ id }) => findToken(tenant, id)))
    await change(sentProcess, 0, grace)
    await remove(sentProcess, 1)
    const { name, email } = tenant.ctx.actor as { name: string; email: string }
    for (const token of tokens) {
      const { status, body } = await call(signingRoute.GET, { params: { token } })
      expect([status, body.error.code]).toEqual([404, 'not_found'])
      expect(body.error).toMatchObject({
        ...{ reason: 'link_replaced', sender: { name, email }, enable_notifications: true },
        tenant: { name: expect.any(String), logo_url: null, color: null },
      })
      expect(JSON.stringify(body)).not.toContain('Confidential')
    }
    const unknown = await call(signingRoute.GET, { params: { token: 'unknown' } })
    expect(unknown.body.error).not.toHaveProperty('reason')
  })

  it('refuses a signature that was started with the old link', async () => {
    const sentProcess = await addSent(tenant)
    const token = await openLink(tenant, sentProcess.signers[0]!.id)
    const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
    await change(sentProcess, 0, { name: 'Grace Hopper' })
    await expect(signProcess(ctx, SignInput.parse(typedSignature()))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('keeps the link when only phone or language change, and does nothing without changes', async () => {
    const sentProcess = await addSent(tenant)
    const token = await findToken(tenant, sentProcess.signers[0]!.id)
    await change(sentProcess, 0, { phone: '+49 30', locale: 'de' })
    const events = (await loadEvents(tenant, sentProcess.id)).length
    expect(
      (await change(sentProcess, 0, { phone: '+49 30', name: sentProcess.signers[0]!.name })).status,
    ).toBe(200)
    expect((await loadEvents(tenant, sentProcess.id)).length).toBe(events)
    expect(await linkStatus(token)).toBe(200)
  })

  it('makes the signer wait again when their new order puts others first', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, {}] })
    const token = await findToken(tenant, sentProcess.signers[0]!.id)
    await change(sentProcess, 0, { order: 3 })
    const { signers } = await reload(sentProcess)
    expect(signers.map(({ name, status }) => [name, status])).toEqual([
      ['Signer 2', 'notified'],
      ['Signer 1', 'pending'],
    ])
    expect(await linkStatus(token)).toBe(404)
  })

  it.each([
    ['is changed', (sentProcess: ProcessRecord) => change(sentProcess, 1, { order: 0 }), 'Signer 2'],
    ['is added', ({ id }: ProcessRecord) => add(id, { ...grace, order: 0 }), grace.name],
  ])('makes invited signers wait again when someone who comes first %s', async (_what, correct, first) => {
    const sentProcess = await addSent(tenant, { signers: [{}, { order: 2 }, { order: 2, type: 'parallel' }] })
    const tokens = await Promise.all([0, 2].map((index) => findToken(tenant, sentProcess.signers[index]!.id)))
    await correct(sentProcess)
    const { signers } = await reload(sentProcess)
    const waiting = signers.filter(({ status }) => status === 'pending').map(({ name }) => name)
    expect(waiting).toContain('Signer 1')
    expect(signers.filter(({ status }) => status === 'notified').map(({ name }) => name)).toEqual([
      first,
      'Signer 3',
    ])
    expect(await Promise.all(tokens.map(linkStatus))).toEqual([404, 200])
  })

  it('invites only the first of two signers who swap their order', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, {}] })
    await change(sentProcess, 0, { order: 2 })
    await change(sentProcess, 1, { order: 1 })
    const { signers } = await reload(sentProcess)
    expect(signers.map(({ name, status }) => [name, status])).toEqual([
      ['Signer 2', 'notified'],
      ['Signer 1', 'pending'],
    ])
  })

  it('409 for another name if a signed signature page shows the old one; 200 for another email', async () => {
    const sentProcess = await addSentProcess(tenant, { bare: true, signers: [{}, {}] })
    await runRevisions(tenant, sentProcess)
    await sign(sentProcess, 0)
    const errorResponse = await change<ErrorBody>(sentProcess, 1, { name: 'Grace Hopper' })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([409, 'invalid_state'])
    expect(errorResponse.body.error.message).toContain('signature page')
    expect((await change(sentProcess, 1, { email: 'new@example.com' })).status).toBe(200)
    await sign(sentProcess, 1)
    const [file] = await loadFiles(tenant, sentProcess.id)
    expect((await verifyPdf(file!)).valid).toBe(true)
  })

  it('200 for another name after the first signature if the fields were placed by the sender', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: [{}, {}] })
    await runRevisions(tenant, sentProcess)
    await sign(sentProcess, 0)
    expect((await change(sentProcess, 1, { name: 'Grace Hopper' })).status).toBe(200)
    await sign(sentProcess, 1)
    const [file] = await loadFiles(tenant, sentProcess.id)
    const report = await verifyPdf(file!)
    expect([report.valid, report.signatures.map(({ signerName }) => signerName)]).toEqual([
      true,
      expect.arrayContaining(['Signer 1', 'Grace Hopper']),
    ])
  })

  it('changes name and address also where the sender has entered them in a field, and no other name', async () => {
    const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
    const fields = [
      { type: 'name', value: ' ada LOVELACE', read_only: true },
      { type: 'email', value: ada.email },
      { type: 'name', value: 'Byron Lovelace' },
    ] as const
    const zones = fields.map((field) => ({ ...field, signer_index: 0 }))
    const sentProcess = await addSentProcess(tenant, { signers: [ada], zones })
    const values = async () => (await reload(sentProcess)).fields.slice(-3).map(({ value }) => value)
    await change(sentProcess, 0, { locale: 'fr' })
    expect(await values()).toEqual(['ada LOVELACE', ada.email, 'Byron Lovelace'])
    await change(sentProcess, 0, { name: grace.name })
    expect(await values()).toEqual([grace.name, ada.email, 'Byron Lovelace'])
    await change(sentProcess, 0, { email: grace.email })
    expect(await values()).toEqual([grace.name, grace.email, 'Byron Lovelace'])
  })

  it.each(['NFC', 'NFD'] as const)(
    'changes a name that a field has in another form than %s',
    async (form) => {
      const name = 'Nguyễn Thị Hồng'
      const value = name.normalize(form === 'NFC' ? 'NFD' : 'NFC')
      const sentProcess = await addSentProcess(tenant, {
        signers: [{ name: name.normalize(form), email: 'hong@example.com' }],
        zones: [{ type: 'name', value, read_only: true }],
      })
      const shown = async () => (await reload(sentProcess)).fields.at(-1)!.value
      expect(await shown()).toBe(value)
      await change(sentProcess, 0, { name: grace.name })
      expect(await shown()).toBe(grace.name)
    },
  )

  it('changes an address that a field has with its domain in Unicode', async () => {
    const sentProcess = await addSentProcess(tenant, {
      signers: [{ email: 'ana@müller.example' }],
      zones: [{ type: 'email', value: 'Ana@MÜLLER.example', read_only: true }],
    })
    await change(sentProcess, 0, { email: grace.email })
    expect((await reload(sentProcess)).fields.at(-1)!.value).toBe(grace.email)
  })

  it('has the documents prepared again for a changed address that they show', async () => {
    const email = 'ada@example.com'
    const sentProcess = await addSentProcess(tenant, {
      signers: [{ email }],
      zones: [{ type: 'email', value: email, read_only: true }],
    })
    await runRevisions(tenant, sentProcess)
    const current = async () => {
      const revisions = await read(tenant.ctx, (reader) =>
        findCurrentRevisions(reader, tenant.ctx, sentProcess.id),
      )
      return revisions[0]!.sha256
    }
    const prepared = await current()
    await change(sentProcess, 0, { locale: 'fr' })
    expect(await current()).toBe(prepared)
    await change(sentProcess, 0, { email: grace.email })
    expect(await current()).not.toBe(prepared)
  })

  it('409 for a signer who has signed, and for a process that has ended', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: [{}, {}] })
    await runRevisions(tenant, sentProcess)
    await sign(sentProcess, 0)
    expect((await change<ErrorBody>(sentProcess, 0, grace)).body.error.code).toBe('invalid_state')
    expect((await remove(sentProcess, 0)).body.error.code).toBe('invalid_state')
    await sign(sentProcess, 1)
    expect((await change<ErrorBody>(sentProcess, 1, grace)).body.error).toMatchObject({
      code: 'invalid_state',
      current_status: 'completed',
    })
  })

  it('400 with all errors by member, 404 for a signer of another process', async () => {
    const sentProcess = await addSent(tenant)
    const errorResponse = await change<ErrorBody>(sentProcess, 0, { email: 'none', name: '', order: -1 })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors).sort()]).toEqual([
      400,
      ['email', 'name', 'order'],
    ])
    const other = await addSent(tenant)
    expect((await change<ErrorBody>({ ...sentProcess, signers: other.signers }, 0, grace)).status).toBe(404)
  })
})

describe('adding a person', () => {
  it('201 before the first signature for a signer, who signs on an added page', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: [{}] })
    await runRevisions(tenant, sentProcess)
    const usedBefore = await usedSignatures()
    const field = { document_id: sentProcess.documents[0]!.id, type: 'text', page: 1, x: 300, y: 300 }
    const fields = [{ ...field, width: 100, height: 20, required: false, value: 'agreed' }]
    const { status, body } = await add(sentProcess.id, { ...grace, fields })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ...grace, order: 2, status: 'pending' })
    const params = { id: sentProcess.id, signer: body.data.id }
    expect((await call<{ data: SignerRecord }>(signerRoute.GET, { params, as: tenant })).body).toEqual(body)
    const path = `/api/v1/signature-processes/${sentProcess.id}/signers`
    const options = { path: `${path}/`, params: { id: sentProcess.id }, as: tenant }
    const viewer = await call(signersRoute.POST, {
      ...options,
      body: { name: 'V', email: 'v@example.com', role: 'viewer' },
    })
    expect(viewer.headers.get('location')).toBe(`http://localhost:3000${path}/${viewer.body.data.id}`)
    expect(await usedSignatures()).toBe(usedBefore + 1)
    await runRevisions(tenant, sentProcess)
    const process = await reload(sentProcess)
    expect(process.fields.map(({ type, page }) => [type, page])).toEqual([
      ['signature', 1],
      ['text', 1],
      ['signature', 2],
    ])
    await sign(process, 0)
    await sign(process, 1)
    const [file] = await loadFiles(tenant, sentProcess.id)
    const report = await verifyPdf(file!)
    expect([report.valid, report.faults]).toEqual([true, []])
    expect((await reload(sentProcess)).status).toBe('completed')
  })

  it('after a signature 409 for a signer, 201 for a recipient of copies, who gets the document', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: [{}, {}] })
    await runRevisions(tenant, sentProcess)
    await sign(sentProcess, 0)
    expect((await add<ErrorBody>(sentProcess.id, grace)).body.error.code).toBe('invalid_state')
    expect((await add(sentProcess.id, { ...grace, role: 'cc' })).status).toBe(201)
    await sign(sentProcess, 1)
    const { signers } = await reload(sentProcess)
    expect(signers.at(-1)).toMatchObject({ ...grace, role: 'cc', status: 'notified' })
  })

  it('400 for fields on a missing page, and nothing is added', async () => {
    const sentProcess = await addSent(tenant)
    const field = {
      document_id: sentProcess.documents[0]!.id,
      type: 'text',
      page: 9,
      x: 1,
      y: 1,
      width: 9,
      height: 9,
    }
    const errorResponse = await add<ErrorBody>(sentProcess.id, { ...grace, fields: [field] })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['fields.0.page'],
    ])
    expect((await reload(sentProcess)).signers).toHaveLength(1)
  })

  it('400 for fields with too many patterns, none of which is matched', async () => {
    const sentProcess = await addSent(tenant)
    const matchPatterns = vi.spyOn(inThread, 'matchPatterns')
    const fields = Array.from({ length: 501 }, (_, index) => ({
      ...{ document_id: sentProcess.documents[0]!.id, type: 'text', page: 1 },
      ...{ x: 1, y: 1, width: 9, height: 9, value: 'a', validation: { pattern: `a{0,${index}}` } },
    }))
    const { status, body } = await add<ErrorBody>(sentProcess.id, { ...grace, fields })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['fields']])
    expect(matchPatterns).not.toHaveBeenCalled()
    matchPatterns.mockRestore()
  })

  it('403 when the quota is used up, and nothing is added', async () => {
    const limitedTenant = await makeTenant({ signaturesLimit: 1 })
    const sentProcess = await addSent(limitedTenant)
    const errorResponse = await add<ErrorBody>(sentProcess.id, grace, limitedTenant)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'quota_exceeded'])
    expect((await getProcess(limitedTenant.ctx, sentProcess.id)).signers).toHaveLength(1)
  })
})

describe('removing a person', () => {
  it('204: the process completes when all others have signed, and the quota is refunded', async () => {
    const sentProcess = await addSentProcess(tenant, { signers: [{}, {}] })
    await runRevisions(tenant, sentProcess)
    await sign(sentProcess, 0)
    const token = await findToken(tenant, sentProcess.signers[1]!.id)
    const usedBefore = await usedSignatures()
    expect((await remove(sentProcess, 1)).status).toBe(204)
    expect(await usedSignatures()).toBe(usedBefore - 1)
    expect(await linkStatus(token)).toBe(404)
    await runRevisions(tenant, sentProcess)
    expect((await reload(sentProcess)).status).toBe('completed')
    const [file] = await loadFiles(tenant, sentProcess.id)
    expect((await verifyPdf(file!)).valid).toBe(true)
  })

  it('204 before the first signature: their name is no longer in the file', async () => {
    const sentProcess = await addSentProcess(tenant, { bare: true, signers: [{}, { name: 'Grace Hopper' }] })
    await runRevisions(tenant, sentProcess)
    await remove(sentProcess, 1)
    await runRevisions(tenant, sentProcess)
    const [file] = await loadFiles(tenant, sentProcess.id)
    expect(await extractText(file!)).not.toMatch(/Grace ?Hopper/)
    expect((await loadRows(tenant, sentProcess.id)).documents[0]!.revision).toBe(1)
  })

  it('409 for the last signer, 204 for a viewer', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, { role: 'viewer' }] })
    const errorResponse = await remove(sentProcess, 0)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([409, 'invalid_state'])
    expect((await remove(sentProcess, 1)).status).toBe(204)
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
  it('either loses to the signature or replaces the signer, in twenty rounds', async () => {
    const outcomes = { signed: 0, replaced: 0 }
    for (let round = 0; round < 20; round++) {
      const sentProcess = await addSent(tenant)
      const token = await openLink(tenant, sentProcess.signers[0]!.id)
      const ctx = await enterSigning(token, { ...tenant.ctx, now: now() })
      // In odd rounds the correction starts first, by up to 20 ms.
      const earlyCorrection = round % 2 === 1 && change(sentProcess, 0, grace)
      if (earlyCorrection) await sleep(round % 20)
      const [signature, correction] = await Promise.allSettled([
        signProcess(ctx, SignInput.parse(typedSignature())),
        earlyCorrection || change(sentProcess, 0, grace),
      ])
      const { signers } = await reload(sentProcess)
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
      const sentProcess = await addSentProcess(tenant, { bare: true, signers: [{ name: 'Ada Lovelace' }] })
      await Promise.allSettled([runRevisions(tenant, sentProcess), change(sentProcess, 0, grace)])
      await runRevisions(tenant, sentProcess)
      const [file] = await loadFiles(tenant, sentProcess.id)
      expect(await extractText(file!)).toMatch(/Grace ?Hopper/)
    }
  })
})

describe('PATCH of a process that was sent', () => {
  const patch = <B = { data: ProcessRecord }>(process: ProcessRecord, body: object) =>
    call<B>(patchProcess, { method: 'PATCH', params: { id: process.id }, body, as: tenant })

  it('200 for message, expiry and reminders, with the new values in the trail', async () => {
    const sentProcess = await addSent(tenant, { options: { expires_in_days: 10 } })
    const options = { message: 'By Friday, please.', expires_in_days: 30, reminder_days: 5 }
    const { status, body } = await patch(sentProcess, { options })
    expect(status).toBe(200)
    expect(body.data.options).toMatchObject(options)
    expect(body.data.expires_at).toBe(addDays(new Date(sentProcess.sent_at!), 30).toISOString())
    const event = await lastEvent(sentProcess, 'process.corrected')
    expect(event?.data).toMatchObject({
      change: 'options',
      new_message: options.message,
      new_reminder_days: 5,
      new_expires_at: body.data.expires_at,
    })
  })

  it('409 for any other member, and nothing changes', async () => {
    const sentProcess = await addSent(tenant)
    const { status, body } = await patch<ErrorBody>(sentProcess, {
      name: 'Other',
      signers: [],
      options: { enable_otp: true, message: 'Hello' },
    })
    expect([status, Object.keys(body.error.errors).sort()]).toEqual([
      409,
      ['name', 'options.enable_otp', 'signers'],
    ])
    expect((await reload(sentProcess)).options.message).toBeNull()
  })

  it('200 for the record that was read, with another message', async () => {
    const sentProcess = await addSent(tenant)
    const changed = async (process: ProcessRecord, options: object) =>
      patch(process, { ...process, options: { ...process.options, ...options } })
    const corrected = await changed(sentProcess, { message: 'Hello' })
    expect([corrected.status, corrected.body.data.options.message]).toEqual([200, 'Hello'])
    const [first] = corrected.body.data.signers
    const renamed = { ...corrected.body.data, signers: [{ ...first, name: 'Other' }] }
    expect((await patch(corrected.body.data, renamed)).status).toBe(409)
  })

  it('400 for an expiry that would have passed', async () => {
    const sentProcess = await addSent({ ctx: { ...tenant.ctx, now: addDays(tenant.ctx.now, -20) } })
    const { status, body } = await patch<ErrorBody>(sentProcess, { options: { expires_in_days: 10 } })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['options.expires_in_days']])
  })
})

describe('an email that cannot be delivered', () => {
  const recordFailure = async (
    process: ProcessRecord,
    recipient: string,
    cause: { returned?: true } = {},
  ) => {
    const { tenantId } = tenant.ctx
    const signerId = process.signers[0]!.id
    const failure = { processId: process.id, signerId, ...cause }
    const [mail] = await write(tenant.ctx, (tx) =>
      tx
        .insert(mails)
        .values({
          tenantId,
          recipient,
          failureJob: { queue: DELIVERY_FAILED_QUEUE, data: failure },
          status: 'failed',
          error: asErrorText('smtp', '550 No such user here'),
          createdAt: now(),
        })
        .returning(),
    )
    // The second run is that of another worker, after the first one died.
    for (const _run of [1, 2]) await recordDeliveryFailure({ tenantId, ...failure, mailId: mail!.id })
  }

  it('is recorded, and shown with the signer until the next email', async () => {
    const sentProcess = await addSent(tenant)
    await recordFailure(sentProcess, sentProcess.signers[0]!.email)
    expect((await reload(sentProcess)).signers[0]!.delivery_error).toBe('550 No such user here')
    expect((await lastEvent(sentProcess, 'signature.delivery_failed'))?.data).toMatchObject({
      signer_id: sentProcess.signers[0]!.id,
      reason: '550 No such user here',
    })
    expect(
      (await loadEvents(tenant, sentProcess.id)).filter(({ type }) => type === 'signature.delivery_failed'),
    ).toHaveLength(1)
    await change(sentProcess, 0, { email: 'right@example.com' })
    expect((await reload(sentProcess)).signers[0]!.delivery_error).toBeNull()
  })

  it('is ignored if the signer’s address has changed', async () => {
    const sentProcess = await addSent(tenant)
    const { email } = sentProcess.signers[0]!
    await change(sentProcess, 0, { email: 'right@example.com' })
    await recordFailure(sentProcess, email)
    expect((await reload(sentProcess)).signers[0]!.delivery_error).toBeNull()
    expect(await lastEvent(sentProcess, 'signature.delivery_failed')).toBeUndefined()
  })

  it('is ignored if it is returned after the signer has signed, and after the end of the process', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, { type: 'parallel' }] })
    const { email } = sentProcess.signers[0]!
    await sign(sentProcess, 0)
    await recordFailure(sentProcess, email, { returned: true })
    await sign(sentProcess, 1)
    await recordFailure(sentProcess, email, { returned: true })
    expect((await reload(sentProcess)).status).toBe('completed')
    expect((await reload(sentProcess)).signers[0]!.delivery_error).toBeNull()
    expect(await lastEvent(sentProcess, 'signature.delivery_failed')).toBeUndefined()
  })

  it('is recorded if it is refused at once, as a code, though the signer has signed', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, { type: 'parallel' }] })
    await sign(sentProcess, 0)
    await recordFailure(sentProcess, sentProcess.signers[0]!.email)
    expect((await reload(sentProcess)).signers[0]!.delivery_error).toBe('550 No such user here')
  })

  it('has a job with the process and the signer for each invitation', async () => {
    const otherTenant = await makeTenant()
    const sentProcess = await addSent(otherTenant, { signers: [{}, { type: 'parallel' }] })
    await dispatchEvents(otherTenant)
    const rows = await read(otherTenant.ctx, (reader) => reader.select().from(mails))
    expect(rows.map(({ failureJob }) => failureJob?.data)).toEqual(
      sentProcess.signers.map(({ id }) => ({ processId: sentProcess.id, signerId: id })),
    )
  })
})

describe('of a person who has signed', () => {
  const phone = '+49 170 1234589'

  it('nothing but how they confirm who they are is changed, also by a link that they share', async () => {
    const email = 'ada@example.com'
    const completed = await addCompleted(tenant, {
      signers: [
        { name: 'Ada', email, order: 1 },
        { name: 'Engines', email, order: 1, role: 'approver' },
        { name: 'Cleo', role: 'cc', order: 2 },
      ],
    })
    const token = await findToken(tenant, completed.signers[0]!.id)
    for (const body of [{ name: 'Grace' }, { email: grace.email, otp: 'none' }, { order: 7 }]) {
      const { status, body: refused } = await change<ErrorBody>(completed, 0, body)
      expect([status, refused.error.current_status]).toEqual([409, 'completed'])
    }
    expect((await change<ErrorBody>(completed, 0, { otp: 'access_code' })).status).toBe(400)
    // The dashboard and programs may repeat what has not changed.
    const repeated = { name: 'Ada', email, signature_level: 'simple', access_code: 'Blue Heron' }
    expect((await change(completed, 1, { ...repeated, name: 'Engines', otp: 'access_code' })).status).toBe(
      200,
    )
    expect((await change(completed, 2, { phone })).body.data.phone).toBe(phone)
    const { status, signers } = await reload(completed)
    expect([status, ...signers.map(({ otp }) => otp)]).toEqual([
      'completed',
      'access_code',
      'access_code',
      null,
    ])
    expect(signers.map(({ name }) => name)).toEqual(['Ada', 'Engines', 'Cleo'])
    expect(await findToken(tenant, completed.signers[0]!.id)).toBe(token)
    expect(await linkStatus(token)).toBe(200)
    const corrected = (await loadEvents(tenant, completed.id)).filter(
      ({ type }) => type === 'process.corrected',
    )
    expect(corrected.map(({ data }) => [data.name, data.new_otp, data.status])).toEqual([
      ['Ada', 'access_code', 'completed'],
      ['Engines', 'access_code', 'completed'],
      ['Cleo', undefined, 'completed'],
    ])
    expect((await remove(completed, 0)).status).toBe(409)
  })

  it.each(['completed', 'voided', 'cancelled', 'refused', 'expired', 'erased'])(
    'the records of a process that is %s, and of its signer, may be sent back whole',
    async (end) => {
      const isComplete = end === 'completed' || end === 'voided' || end === 'erased'
      const { id } = isComplete ? await addCompleted(tenant) : await addSent(tenant)
      if (end === 'voided') await voidProcess(tenant.ctx, id, { reason: 'A mistake' })
      if (end === 'cancelled') await cancelProcess(tenant.ctx, id, {})
      if (end === 'refused' || end === 'expired')
        await write(tenant.ctx, async (tx) => {
          const process = await lockProcess(tx, tenant.ctx, id)
          if (end === 'expired') return markExpired(tx, tenant.ctx, process)
          const people = await findSigners(tx, tenant.ctx, id)
          await markRefused(
            tx,
            tenant.ctx,
            process,
            people.map((person) => person.id),
            'Too late',
          )
        })
      if (end === 'erased')
        await write(tenant.ctx, (tx) =>
          tx.update(signers).set({ erasedAt: now() }).where(eq(signers.processId, id)),
        )
      const record = await getProcess(tenant.ctx, id)
      const events = (await loadEvents(tenant, id)).length
      const whole = { method: 'PATCH', params: { id }, body: record, as: tenant } as const
      expect(await call(patchProcess, whole)).toMatchObject({ status: 200, body: { data: record } })
      expect(await change(record, 0, record.signers[0]!)).toMatchObject({
        status: 200,
        body: { data: record.signers[0] },
      })
      expect((await loadEvents(tenant, id)).length).toBe(events)
      const { id: folder_id } = await createFolder(tenant.ctx, {
        name: `Sent back ${end}`,
        access: 'everyone',
      })
      const moved = await call<{ data: ProcessRecord }>(patchProcess, {
        ...whole,
        body: { ...record, folder_id },
      })
      expect([moved.status, moved.body.data.folder_id]).toEqual([200, folder_id])
      const renamed = await call<ErrorBody>(patchProcess, { ...whole, body: { ...record, name: 'Other' } })
      expect([renamed.status, renamed.body.error.code]).toEqual([409, 'invalid_state'])
    },
  )

  it('nothing is changed once their data was erased, or the process has ended unsigned', async () => {
    const completed = await addCompleted(tenant)
    await write(tenant.ctx, (tx) =>
      tx
        .update(signers)
        .set({ tokenNonce: null, tokenHash: null, erasedAt: now() })
        .where(eq(signers.id, completed.signers[0]!.id)),
    )
    const erased = await reload(completed)
    expect(erased.signers[0]!.erased_at).not.toBeNull()
    expect(isOnlyOtpChangeable(erased, erased.signers[0]!, erased.signers[0]!.erased_at)).toBe(false)
    const cancelled = await addSent(tenant)
    await cancelProcess(tenant.ctx, cancelled.id, {})
    for (const [process, message] of [
      [completed, 'The data of this person was erased. They can no longer be changed.'],
      [cancelled, 'The process has ended and cannot be changed.'],
    ] as const) {
      const { status, body } = await change<ErrorBody>(process, 0, { phone })
      expect([status, body.error.message]).toEqual([409, message])
    }
  })
})
