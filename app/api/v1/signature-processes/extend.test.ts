import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { processes } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { addDays, moveClock, now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { createFolder } from '#lib/folders/create'
import { getUsage } from '#lib/identity/account/get-usage'
import { findUsage } from '#lib/identity/account/quotas'
import { cancelProcess } from '#lib/processes/cancel'
import { limits } from '#lib/processes/facts'
import { getProcess } from '#lib/processes/get'
import { AddSigner } from '#lib/processes/input'
import { lockProcess } from '#lib/processes/load'
import { expireDue } from '#lib/processes/scheduled'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import { addSigner, removeSigner } from '#lib/processes/signers/correct'
import { updateProcess } from '#lib/processes/update'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addDraft, addSent } from '#lib/testing/records/records'
import {
  addLink,
  loadEvents,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call, callFromNewIp } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as signRoute from '../signing/[token]/sign/route.ts'
import * as processRoute from './[id]/route.ts'

const DAY = 86_400_000

let tenant: TestTenant
/** Unlike a token it is valid two days later. */
let key: Awaited<ReturnType<TestTenant['addKey']>>
beforeAll(async () => {
  tenant = await makeTenant()
  key = await tenant.addKey({ scopes: ['processes:read', 'processes:write'] })
})
/** Runs `callback` a day after a process with `days` to sign has expired. */
async function whenExpired(callback: () => Promise<void>, days = 1) {
  const moved = (days + 1) * DAY
  moveClock(moved)
  try {
    await expireDue(now())
    await callback()
  } finally {
    moveClock(-moved)
  }
}

const patch = (id: number, body: object) =>
  call<{ data: ProcessRecord }>(processRoute.PATCH, { method: 'PATCH', params: { id }, body, as: key })
const extend = ({ id }: { id: number }, options: object = { expires_in_days: 10 }) => patch(id, { options })
const errorOf = (response: { body: unknown }) => (response.body as { error: Record<string, unknown> }).error
const daysLeft = ({ expires_at }: ProcessRecord) => (Date.parse(expires_at!) - now().getTime()) / DAY
const oneDay = { options: { expires_in_days: 1 } }
const people = [
  { name: 'Ada', email: 'ada@example.com' },
  { name: 'Ben', email: 'ben@example.com' },
  { name: 'Cy', email: 'cy@example.com' },
]

describe('PATCH /signature-processes/{id} of an expired process', () => {
  it('200: signers go on with their links where they were, and are invited again', async () => {
    const newEmails = watchEmails(tenant)
    const { process, params } = await addLink(tenant, { name: 'Lease', ...oneDay, signers: people })
    await openLink(tenant, process.signers[0]!.id)
    await callFromNewIp(signRoute.POST, { params, body: typedSignature() })
    await runRevisions(tenant, process)
    const token = await openLink(tenant, process.signers[1]!.id)
    await newEmails()
    await whenExpired(async () => {
      const countUsed = async () => (await getUsage({ ...tenant.ctx, now: now() })).signatures.used
      const used = await countUsed()
      await newEmails()
      const { status, body } = await extend(process)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ status: 'in_progress', options: { expires_in_days: 10 } })
      expect(body.data.signers.map((signer) => signer.status)).toEqual(['signed', 'viewed', 'pending'])
      expect(body.data.documents[0]!.status).toBe('in_process')
      expect((await newEmails()).map(({ to, subject }) => [to, subject])).toEqual([
        ['ben@example.com', 'Please sign: Lease'],
      ])
      expect(await countUsed()).toBe(used + 2)
      expect((await loadEvents(tenant, process.id)).map(({ type }) => type).slice(-2)).toEqual([
        'process.corrected',
        'signature.resent',
      ])
      const signed = await callFromNewIp(signRoute.POST, { params: { token }, body: typedSignature() })
      expect(signed.status).toBe(200)
    })
  })

  it('200: nobody had signed, so that it is sent again; the record may be sent back whole', async () => {
    const { id } = await addSent(tenant, oneDay)
    await whenExpired(async () => {
      const process = await getProcess({ ...tenant.ctx, now: now() }, id)
      const options = { ...process.options, expires_in_days: 10 }
      const body = { ...process, options }
      const refused = await patch(id, { ...body, name: 'Other' })
      expect([refused.status, Object.keys(errorOf(refused).errors as object)]).toEqual([409, ['name']])
      const whole = await patch(id, body)
      expect([whole.status, whole.body.data.status]).toEqual([200, 'sent'])
    })
  })

  it('200 and stays expired when the record is sent back as it was, or moved', async () => {
    const { id } = await addSent(tenant, oneDay)
    const folder = await createFolder(tenant.ctx, { name: 'Expired', access: 'everyone' })
    await whenExpired(async () => {
      const process = await getProcess({ ...tenant.ctx, now: now() }, id)
      const types = async () => (await loadEvents(tenant, id)).map(({ type }) => type)
      const before = await types()
      expect(await patch(id, process)).toMatchObject({ status: 200, body: { data: process } })
      expect(await types()).toEqual(before)
      const options = { ...process.options, message: 'Soon', reminder_days: 2 }
      const refused = await patch(id, { ...process, options })
      expect(refused.status).toBe(409)
      const differences = Object.keys(errorOf(refused).errors as object)
      expect(differences.sort()).toEqual(['options.message', 'options.reminder_days'])
      const moved = await patch(id, { ...process, folder_id: folder.id })
      expect([moved.status, moved.body.data.status, moved.body.data.folder_id]).toEqual([
        200,
        'expired',
        folder.id,
      ])
    })
  })

  it('200: nobody had signed, so that its signers are invited again', async () => {
    const process = await addSent(tenant, oneDay)
    await whenExpired(async () => {
      expect((await extend(process)).body.data).toMatchObject({
        status: 'sent',
        signers: [{ status: 'notified' }],
      })
    })
  })

  it('200 before the job that found it expired had its turn: it stays open', async () => {
    const { id } = await addSent(tenant, oneDay)
    let job: Promise<void> | undefined
    await write(tenant.ctx, async (tx) => {
      await lockProcess(tx, tenant.ctx, id)
      job = expireDue(addDays(now(), 2))
      await untilOtherWaits(tx)
      await tx
        .update(processes)
        .set({ expiresAt: addDays(now(), 10) })
        .where(eq(processes.id, id))
    })
    await job
    expect(await getProcess(tenant.ctx, id)).toMatchObject({ status: 'sent' })
    expect((await loadEvents(tenant, id)).map(({ type }) => type)).not.toContain('process.expired')
  })

  it('200: each person whose turn it is gets one email', async () => {
    const signers = [{}, {}, {}].map(() => ({ type: 'parallel' as const }))
    const process = await addSent(tenant, { ...oneDay, signers })
    const newEmails = watchEmails(tenant)
    await whenExpired(async () => {
      await newEmails()
      expect((await extend(process)).status).toBe(200)
      expect((await newEmails()).map(({ subject }) => subject)).toEqual(
        signers.map(() => `Please sign: ${process.name}`),
      )
    })
  })

  it('200 with the days that it had, and with the most: they count from now', async () => {
    for (const days of [1, limits.expiryDays]) {
      const process = await addSent(tenant, { options: { expires_in_days: days } })
      await whenExpired(async () => {
        const { status, body } = await extend(process, { expires_in_days: days, message: 'More time' })
        expect([status, body.data.status, body.data.options.message]).toEqual([200, 'sent', 'More time'])
        expect(daysLeft(body.data)).toBeCloseTo(days, 2)
        const [correction] = (await loadEvents(tenant, process.id)).filter(
          ({ type }) => type === 'process.corrected',
        )
        expect(correction!.data).toMatchObject({ status: 'sent', new_expires_at: body.data.expires_at })
      }, days)
    }
  })

  it('200: a later correction keeps the new expiry, or counts its days from the extension', async () => {
    const process = await addSent(tenant, oneDay)
    await whenExpired(async () => {
      await extend(process, { expires_in_days: 10 })
      expect(daysLeft((await extend(process, { message: 'Hello' })).body.data)).toBeCloseTo(10, 2)
      expect(daysLeft((await extend(process, { expires_in_days: 4 })).body.data)).toBeCloseTo(4, 2)
    })
  })

  it('a cancellation refunds each signature to the month in which it was reserved', async () => {
    const { ctx } = await makeTenant()
    const usedAt = async (at: Date) => {
      const usage = await read(ctx, (reader) => findUsage(reader, ctx.tenantId, at))
      return usage.signatures.used
    }
    const [sentAt, extendedAt, addedAt] = ['2026-11-10', '2027-01-10', '2027-02-10'].map(
      (day) => new Date(day),
    )
    const at = (time: Date | undefined) => ({ ...ctx, now: time! })
    const { id } = await addSent({ ctx: at(sentAt) }, { options: { expires_in_days: 30 } })
    await addSent({ ctx: at(sentAt) })
    await expireDue(new Date('2026-12-20'))
    expect(await usedAt(sentAt!)).toBe(1)
    await updateProcess(at(extendedAt), id, { options: { expires_in_days: 60 } })
    const added = { name: 'Ben', email: 'ben@example.com' }
    await addSigner(at(addedAt), id, AddSigner.parse(added))
    const { signers } = await getProcess(ctx, id)
    await addSigner(at(addedAt), id, AddSigner.parse({ ...added, email: 'cy@example.com' }))
    await removeSigner(at(new Date('2027-03-01')), id, signers[1]!.id)
    expect(await Promise.all([sentAt!, extendedAt!, addedAt!].map(usedAt))).toEqual([1, 1, 1])
    await cancelProcess(at(new Date('2027-03-02')), id, {})
    expect(await Promise.all([sentAt!, extendedAt!, addedAt!].map(usedAt))).toEqual([1, 0, 0])
  })

  it('409 for other changes and for another status', async () => {
    const process = await addSent(tenant, oneDay)
    await whenExpired(async () => {
      expect((await extend(process, { message: 'Hello' })).status).toBe(409)
      expect((await extend(process, { expires_in_days: 9, enable_otp: true })).status).toBe(409)
      expect((await extend(process)).status).toBe(200)
    })
  })

  it('409 when a document was sent in another process meanwhile', async () => {
    const process = await addSent(tenant, oneDay)
    await whenExpired(async () => {
      const documents = [{ id: process.documents[0]!.id }]
      const { id } = await addDraft(tenant, { documents })
      await sendProcess(tenant.ctx, id)
      const response = await extend(process)
      expect([response.status, errorOf(response).errors]).toEqual([
        409,
        { 'documents.0.id': expect.any(Array) },
      ])
      const { body } = await call<{ data: ProcessRecord }>(processRoute.GET, {
        params: { id: process.id },
        as: key,
      })
      expect(body.data).toMatchObject({ status: 'expired', signers: [{ status: 'expired' }] })
    })
  })

  it('409 when a document was deleted meanwhile, and says so', async () => {
    const process = await addSent(tenant, oneDay)
    await whenExpired(async () => {
      const { id } = process.documents[0]!
      await deleteDocument(tenant.ctx, id, documentReferences)
      const response = await extend(process)
      expect([response.status, errorOf(response)]).toMatchObject([
        409,
        { message: expect.stringContaining(`The document ${id} was deleted.`), current_status: 'deleted' },
      ])
    })
  })
})
