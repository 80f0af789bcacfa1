import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { usage } from '#db/schema/identity'
import { signers } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { addDays, addSeconds, moveClock, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { roles, type Scope } from '#lib/core/roles'
import { suspendTenant } from '#lib/operator/change-tenant'
import { cancelProcess } from '#lib/processes/cancel'
import { lockProcess } from '#lib/processes/load'
import { expireDue, remindDue } from '#lib/processes/scheduled'
import type { AuditTrail, ProcessRecord } from '#lib/processes/schema'
import { signingToken } from '#lib/processes/signers/link'
import { REMINDER_PAUSE_SECONDS, remindProcess } from '#lib/processes/signers/remind'
import { resendInvitation } from '#lib/processes/signers/resend'
import { markSigned } from '#lib/processes/transitions'
import { addDocument, addDraft, addSent } from '#lib/testing/records/records'
import { extractText } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { withThreadError } from '#lib/testing/service/threads'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as trailRoute from './[id]/audit-trail/route.ts'
import * as cancelRoute from './[id]/cancel/route.ts'
import * as remindRoute from './[id]/remind/route.ts'
import { GET as getOne } from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'
import * as resendRoute from './[id]/signers/[signer]/resend/route.ts'
import * as signerRoute from './[id]/signers/[signer]/route.ts'

type ProcessResponse = { data: ProcessRecord }
type ErrorBody = { error: Record<string, unknown> & { errors: Record<string, string[]> } }

let tenant: TestTenant
let foreignProcess: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignProcess = await addDraft(await makeTenant())
})
const recordOfOtherTenant = async () => ({ id: foreignProcess.id })

itIsGuarded('/signature-processes/{id}/send', sendRoute, { idsOfOtherTenant: recordOfOtherTenant })
itIsGuarded('/signature-processes/{id}/cancel', cancelRoute, { idsOfOtherTenant: recordOfOtherTenant })
itIsGuarded('/signature-processes/{id}/remind', remindRoute, { idsOfOtherTenant: recordOfOtherTenant })
itIsGuarded('/signature-processes/{id}/audit-trail', trailRoute, { idsOfOtherTenant: recordOfOtherTenant })

type Handler = typeof sendRoute.POST
const post = <B = ProcessResponse>(
  handler: Handler,
  id: number,
  body: unknown = {},
  caller: { token: string } = tenant,
) => call<B>(handler, { method: 'POST', params: { id }, body, as: caller })
const get = async (id: number, caller: { token: string } = tenant) =>
  (await call<ProcessResponse>(getOne, { params: { id }, as: caller })).body.data
const getEvents = async (id: number, caller: TestTenant = tenant) =>
  (await call<{ data: AuditTrail }>(trailRoute.GET, { params: { id }, as: caller })).body.data
const statuses = (process: ProcessRecord) => process.signers.map(({ status }) => status)
const usedSignatures = async ({ ctx }: { ctx: Ctx }) => {
  const [row] = await read(ctx, (reader) => reader.select().from(usage))
  return row?.signatures ?? 0
}
const documentStatus = async (process: ProcessRecord) => {
  const id = process.documents[0]!.id
  const [row] = await read(tenant.ctx, (reader) =>
    reader.select().from(documents).where(eq(documents.id, id)),
  )
  return row!.status
}
const signAs = ({ ctx }: { ctx: Ctx }, id: number, signerId: number) =>
  write(ctx, async (tx) => markSigned(tx, ctx, await lockProcess(tx, ctx, id), signerId, {}))

describe('POST …/send', () => {
  it('200 with the status sent, an expiry date and the first signers invited', async () => {
    const draft = await addDraft(tenant, {
      signers: [
        { order: 1 },
        { order: 1 },
        { order: 2 },
        { type: 'parallel', order: 3 },
        { role: 'cc', order: 0 },
      ],
      options: { expires_in_days: 7 },
    })
    const { status, body } = await post(sendRoute.POST, draft.id)
    expect(status).toBe(200)
    const { data } = body
    expect(data.status).toBe('sent')
    expect(Date.parse(data.expires_at!) - Date.parse(data.sent_at!)).toBe(7 * 86_400_000)
    expect(Object.fromEntries(data.signers.map(({ name, status }) => [name, status]))).toEqual({
      'Signer 1': 'notified',
      'Signer 2': 'notified',
      'Signer 3': 'pending',
      'Signer 4': 'notified',
      'Signer 5': 'pending',
    })
    expect(data.progress).toEqual({ signed: 0, total: 4 })
    expect(await get(draft.id)).toEqual(data)
  })

  it('records its events in order, and enqueues the preparation of the documents', async () => {
    const { id } = await addSent(tenant, { signers: [{}, {}] })
    const { events, chain_valid } = await getEvents(id)
    expect(events.map(({ type }) => type)).toEqual([
      'process.created',
      'process.sent',
      'signature.created',
      'signature.created',
      'signature.invited',
    ])
    expect(chain_valid).toBe(true)
    const jobs = await write(tenant.ctx, (tx) =>
      tx.execute(
        `select name, data from pgboss.job where name = 'processes.seal' and data ->> 'processId' = '${id}'`,
      ),
    )
    expect(jobs.map((job) => job.data)).toEqual([{ tenantId: tenant.tenantId, processId: id }])
  })

  it('uses one signature of the quota per signer, and none in test mode', async () => {
    const newTenant = await makeTenant()
    await addSent(newTenant, { signers: [{}, { role: 'approver' }, { role: 'viewer' }, { role: 'cc' }] })
    expect(await usedSignatures(newTenant)).toBe(2)
    const key = await newTenant.addKey({ testMode: true })
    const sentProcess = await addSent(key)
    expect([sentProcess.test_mode, sentProcess.status, await usedSignatures(newTenant)]).toEqual([
      true,
      'sent',
      2,
    ])
  })

  it('400 without documents and signers', async () => {
    const draft = await addDraft(tenant, { documents: [], signers: [{ role: 'cc' }] })
    const errorResponse = await post<ErrorBody>(sendRoute.POST, draft.id)
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['documents', 'signers'],
    ])
  })

  it('403 quota_exceeded: the process stays a draft, and no signer is invited', async () => {
    const limitedTenant = await makeTenant({ signaturesLimit: 1 })
    const draft = await addDraft(limitedTenant, { signers: [{}, {}] })
    const errorResponse = await post<ErrorBody>(sendRoute.POST, draft.id, {}, limitedTenant)
    expect(errorResponse.status).toBe(403)
    expect(errorResponse.body.error).toMatchObject({
      code: 'quota_exceeded',
      quota: 'signatures',
      limit: 1,
      used: 0,
    })
    const { status, signers: people } = await get(draft.id, limitedTenant)
    expect([status, people.map((signer) => signer.status)]).toEqual(['draft', ['pending', 'pending']])
  })

  it('409 for a process that was already sent', async () => {
    const { id } = await addSent(tenant)
    const errorResponse = await post<ErrorBody>(sendRoute.POST, id)
    expect(errorResponse.status).toBe(409)
    expect(errorResponse.body.error).toMatchObject({ code: 'invalid_state', current_status: 'sent' })
  })

  it('sends once for ten concurrent requests', async () => {
    const newTenant = await makeTenant()
    const { id } = await addDraft(newTenant)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(sendRoute.POST, id, {}, newTenant)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await usedSignatures(newTenant)).toBe(1)
    expect(
      (await getEvents(id, newTenant)).events.filter(({ type }) => type === 'signature.invited'),
    ).toHaveLength(1)
  })

  it('handles a thousand signers', async () => {
    const newTenant = await makeTenant()
    const draft = await addDraft(newTenant, { signers: Array.from({ length: 1000 }, () => ({})) })
    const started = performance.now()
    const { status, body } = await post(sendRoute.POST, draft.id, {}, newTenant)
    expect([status, body.data.signers.length]).toEqual([200, 1000])
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

describe('signing_url', () => {
  it('is shown only to a key with the scope, and recorded once', async () => {
    const scopes: Scope[] = ['documents:write', 'processes:read', 'processes:write', 'signing-links']
    const key = await tenant.addKey({ scopes })
    const keyWithoutLinks = await tenant.addKey({ scopes: ['processes:read', 'processes:write'] })
    const draft = await addDraft(key, { signers: [{}, {}] })
    expect(draft.signers.map(({ signing_url }) => signing_url)).toEqual([null, null])
    const sentProcess = (await post(sendRoute.POST, draft.id, {}, key)).body.data
    const [row] = await read(tenant.ctx, (reader) =>
      reader
        .select()
        .from(signers)
        .where(and(eq(signers.processId, draft.id), eq(signers.order, 1))),
    )
    const url = `http://localhost:3000/sign/${signingToken({ tokenNonce: row!.tokenNonce! })}`
    expect(sentProcess.signers.map(({ signing_url }) => signing_url)).toEqual([url, null])
    expect((await get(draft.id, key)).signers[0]!.signing_url).toBe(url)
    for (const otherTenant of [tenant, keyWithoutLinks]) {
      for (const signer of (await get(draft.id, otherTenant)).signers)
        expect(signer).not.toHaveProperty('signing_url')
    }
    const disclosures = (await getEvents(draft.id)).events.filter(
      ({ type }) => type === 'signature.link_disclosed',
    )
    expect(disclosures).toHaveLength(1)
    expect(disclosures[0]).toMatchObject({
      actor: { type: 'api_key', id: key.id },
      data: { signer_id: sentProcess.signers[0]!.id },
    })
  })

  it('of one signer: the links of the others are not disclosed', async () => {
    const key = await tenant.addKey()
    const { id, signers: people } = await addSent(tenant, {
      signers: [{ type: 'parallel' }, { type: 'parallel' }, { type: 'parallel' }],
    })
    const [first, second] = people.map((signer) => signer.id) as [number, number, number]
    await call(signerRoute.PATCH, {
      method: 'PATCH',
      params: { id, signer: first },
      body: { phone: '+4930123456' },
      as: key,
    })
    await call(resendRoute.POST, { method: 'POST', params: { id, signer: second }, as: key })
    const disclosed = (await getEvents(id)).events.filter(({ type }) => type === 'signature.link_disclosed')
    expect(disclosed.map(({ data }) => data.signer_id)).toEqual([first, second])
  })

  it.each(roles)('a key with the scope, whose creator is %s', async (role) => {
    const creator = await tenant.addMember(role)
    const key = await tenant.addKey({ scopes: ['processes:read', 'signing-links'], creator })
    const { id } = await addSent(tenant)
    const [signer] = (await get(id, key)).signers
    expect('signing_url' in signer!).toBe(role === 'tenant_admin')
  })

  it('is not shown, and nothing recorded, while the organisation is suspended', async () => {
    const suspended = await makeTenant()
    const key = await suspended.addKey({ scopes: ['processes:read', 'signing-links'] })
    const { id } = await addSent(suspended)
    await suspendTenant(suspended.tenantId)
    expect((await get(id, key)).signers[0]).not.toHaveProperty('signing_url')
    const types = (await getEvents(id, suspended)).events.map(({ type }) => type)
    expect(types).not.toContain('signature.link_disclosed')
  })
})

describe('POST …/cancel', () => {
  it('200 for a draft; its documents are free', async () => {
    const draft = await addDraft(tenant)
    const { status, body } = await post(cancelRoute.POST, draft.id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      status: 'cancelled',
      cancel_reason: null,
      cancelled_at: expect.any(String),
    })
    expect(await documentStatus(draft)).toBe('uploaded')
  })

  it('200 for a sent process, with the reason; unused signatures are refunded', async () => {
    const newTenant = await makeTenant()
    const sentProcess = await addSent(newTenant, {
      signers: [{ type: 'parallel' }, { type: 'parallel' }, { type: 'parallel' }],
    })
    await signAs(newTenant, sentProcess.id, sentProcess.signers[0]!.id)
    const { body } = await post(
      cancelRoute.POST,
      sentProcess.id,
      { reason: ' Changed our minds ' },
      newTenant,
    )
    expect(body.data).toMatchObject({ status: 'cancelled', cancel_reason: 'Changed our minds' })
    expect(await usedSignatures(newTenant)).toBe(1)
    const last = (await getEvents(sentProcess.id, newTenant)).events.at(-1)!
    expect(last).toMatchObject({ type: 'process.cancelled', data: { reason: 'Changed our minds' } })
  })

  it('200 for repeated requests, with the same record and one event', async () => {
    const newTenant = await makeTenant()
    const sentProcess = await addSent(newTenant, { signers: [{}, {}] })
    const [firstResponse, ...otherResponses] = await Promise.all(
      Array.from({ length: 5 }, () => post(cancelRoute.POST, sentProcess.id, { reason: 'x' }, newTenant)),
    )
    for (const { status, body } of otherResponses) expect([status, body]).toEqual([200, firstResponse!.body])
    expect(await usedSignatures(newTenant)).toBe(0)
    expect(
      (await getEvents(sentProcess.id, newTenant)).events.filter(({ type }) => type === 'process.cancelled'),
    ).toHaveLength(1)
  })

  it('frees the document for another process', async () => {
    const sentProcess = await addSent(tenant)
    const sameDocument = [{ id: sentProcess.documents[0]!.id }]
    await post(cancelRoute.POST, sentProcess.id)
    expect((await addSent(tenant, { documents: sameDocument })).status).toBe('sent')
  })

  it('400 for a reason that is not text', async () => {
    const { id } = await addDraft(tenant)
    expect((await post<ErrorBody>(cancelRoute.POST, id, { reason: 5 })).status).toBe(400)
  })

  it('409 for an expired process', async () => {
    const sentProcess = await addSent(tenant)
    await expireDue(addDays(tenant.ctx.now, 100))
    const errorResponse = await post<ErrorBody>(cancelRoute.POST, sentProcess.id)
    expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'expired'])
  })
})

describe('POST …/remind', () => {
  it('200 counts the reminders of signers whose turn it is, at most one a minute', async () => {
    const sentProcess = await addSent(tenant, {
      signers: [{}, {}, { type: 'parallel' }, { type: 'parallel', role: 'viewer' }],
    })
    const { status, body } = await post(remindRoute.POST, sentProcess.id)
    expect(status).toBe(200)
    expect(body.data.signers.map(({ reminders_sent }) => reminders_sent)).toEqual([1, 0, 1, 0])
    const tooSoon = (await post(remindRoute.POST, sentProcess.id)).body.data
    expect(tooSoon.signers.map(({ reminders_sent }) => reminders_sent)).toEqual([1, 0, 1, 0])
    const laterCtx = { ...tenant.ctx, now: addSeconds(new Date(), REMINDER_PAUSE_SECONDS + 1) }
    const reminded = await remindProcess(laterCtx, sentProcess.id, { signer_id: sentProcess.signers[2]!.id })
    expect(reminded.signers.map(({ reminders_sent }) => reminders_sent)).toEqual([1, 0, 2, 0])
  })

  it('200 reminds where the last reminder is hours ahead: the clock was set back', async () => {
    const { id } = await addSent(tenant)
    await remindProcess({ ...tenant.ctx, now: addSeconds(new Date(), 5 * 3600) }, id, {})
    const [signer] = (await post(remindRoute.POST, id)).body.data.signers
    expect(signer!.reminders_sent).toBe(2)
  })

  it('400 for a signer whose turn it is not', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, {}] })
    const errorResponse = await post<ErrorBody>(remindRoute.POST, sentProcess.id, {
      signer_id: sentProcess.signers[1]!.id,
    })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['signer_id']])
  })

  it('409 for a draft, and when notifications are disabled', async () => {
    const draft = await addDraft(tenant)
    const withoutNotifications = await addSent(tenant, { options: { enable_notifications: false } })
    for (const [id, status] of [
      [draft.id, 'draft'],
      [withoutNotifications.id, 'sent'],
    ] as const) {
      const errorResponse = await post<ErrorBody>(remindRoute.POST, id)
      expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, status])
    }
  })
})

describe('scheduled jobs', () => {
  it('expire processes that are due, once', async () => {
    const newTenant = await makeTenant()
    const expiringSoon = await addSent(newTenant, { signers: [{}, {}], options: { expires_in_days: 1 } })
    const expiringLater = await addSent(newTenant, { options: { expires_in_days: 30 } })
    const key = await newTenant.addKey({ testMode: true })
    const testProcess = await addSent(key, { options: { expires_in_days: 1 } })
    await expireDue(addDays(new Date(), 2))
    await expireDue(addDays(new Date(), 2))
    const expired = await get(expiringSoon.id, newTenant)
    expect([expired.status, statuses(expired)]).toEqual(['expired', ['expired', 'expired']])
    expect((await get(expiringLater.id, newTenant)).status).toBe('sent')
    expect((await get(testProcess.id, key)).status).toBe('expired')
    expect(await usedSignatures(newTenant)).toBe(1)
    const { events, chain_valid } = await getEvents(expiringSoon.id, newTenant)
    expect([events.filter(({ type }) => type === 'process.expired').length, chain_valid]).toEqual([1, true])
    expect(events.at(-1)!.actor).toEqual({ type: 'system', job: 'processes.expire' })
  })

  it('do not expire a process that waits only for the seal', async () => {
    const sentProcess = await addSent(tenant, { options: { expires_in_days: 1 } })
    await signAs(tenant, sentProcess.id, sentProcess.signers[0]!.id)
    await expireDue(addDays(new Date(), 2))
    expect((await get(sentProcess.id)).status).toBe('in_progress')
  })

  it('send reminders every `reminder_days` days', async () => {
    const everyTwoDays = await addSent(tenant, { signers: [{}, {}], options: { reminder_days: 2 } })
    const withoutReminders = await addSent(tenant)
    const withoutNotifications = await addSent(tenant, {
      options: { reminder_days: 2, enable_notifications: false },
    })
    const countAfter = async (days: number) => {
      await remindDue(addDays(new Date(), days))
      const now = await Promise.all(
        [everyTwoDays, withoutReminders, withoutNotifications].map(({ id }) => get(id)),
      )
      return now.map((process) => process.signers.map(({ reminders_sent }) => reminders_sent))
    }
    expect(await countAfter(1)).toEqual([[0, 0], [0], [0]])
    expect(await countAfter(2.01)).toEqual([[1, 0], [0], [0]])
    expect(await countAfter(2.02)).toEqual([[1, 0], [0], [0]])
    expect(await countAfter(4.1)).toEqual([[2, 0], [0], [0]])
  })

  it('send reminders where the last one was before the clock was set back, and then every `reminder_days` days', async () => {
    const day = 86_400_000
    moveClock(30 * day)
    const later = { ...tenant, ctx: { ...tenant.ctx, now: now() } }
    const sent = await addSent(later, { options: { reminder_days: 2, expires_in_days: 90 } })
    moveClock(-30 * day)
    const counts: number[] = []
    // The last ones are after the time of the invitation, which is none any more.
    for (const days of [0.01, 0.02, 1.9, 2.02, 2.03, 28.9, 30.91]) {
      await remindDue(addDays(now(), days))
      counts.push((await get(sent.id)).signers[0]!.reminders_sent)
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 3, 4])
  })

  it('send no reminders of a process whose time is over, also before it has expired, and refuse to', async () => {
    const sent = await addSent(tenant, { options: { expires_in_days: 1, reminder_days: 1 } })
    const late = { ...tenant.ctx, now: addDays(new Date(), 2) }
    await remindDue(late.now)
    const [signer] = sent.signers
    await expect(remindProcess(late, sent.id, {})).rejects.toMatchObject({ code: 'invalid_state' })
    await expect(resendInvitation(late, sent.id, signer!.id)).rejects.toMatchObject({ code: 'invalid_state' })
    expect((await get(sent.id)).signers[0]!.reminders_sent).toBe(0)
  })

  it('lock no process in which nobody is to be reminded', async () => {
    const { id, signers } = await addSent(tenant, {
      signers: [{}, { order: 2 }, { role: 'viewer', type: 'parallel' }],
      options: { reminder_days: 2 },
    })
    await signAs(tenant, id, signers[0]!.id)
    await write(tenant.ctx, async (tx) => {
      await lockProcess(tx, tenant.ctx, id)
      await remindDue(addDays(new Date(), 5))
    })
  })
})

describe('GET …/audit-trail', () => {
  it('200 as JSON, each entry with the hash of the one before', async () => {
    const sentProcess = await addSent(tenant)
    const auditTrail = await getEvents(sentProcess.id)
    expect(auditTrail).toMatchObject({
      process_id: sentProcess.id,
      chain_valid: true,
      chain_head: auditTrail.events.at(-1)!.hash,
    })
    for (const [index, event] of auditTrail.events.entries()) {
      expect(event.previous_hash).toBe(auditTrail.events[index - 1]?.hash ?? '0'.repeat(64))
    }
    expect(auditTrail.events[0]).toMatchObject({
      seq: 1,
      type: 'process.created',
      actor: { type: 'user', id: tenant.user.id },
      address: '198.51.100.7',
      request_id: expect.stringMatching(/^req_/),
    })
  })

  it('200 as PDF, requested by Accept header or by `format`', async () => {
    const sentProcess = await addSent(tenant, { name: 'Contrat n° 7' })
    const params = { id: sentProcess.id }
    const responseByFormat = await call(trailRoute.GET, { path: '/api/v1/x?format=pdf', params, as: tenant })
    const responseByAccept = await call(trailRoute.GET, {
      params,
      as: tenant,
      headers: { accept: 'application/pdf' },
    })
    for (const { status, headers, bytes } of [responseByFormat, responseByAccept]) {
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(responseByFormat.headers.get('content-disposition')).toContain('Contrat')
  })

  it('200 as PDF, which says that a process is in progress only while it is', async () => {
    const { id } = await addSent(tenant)
    const readText = async () => {
      const { bytes } = await call(trailRoute.GET, {
        path: '/api/v1/x?format=pdf',
        params: { id },
        as: tenant,
      })
      return (await extractText(bytes)).replace(/\s+/g, ' ')
    }
    expect(await readText()).toContain('In progress.')
    await cancelProcess(tenant.ctx, id, {})
    expect(await readText()).not.toContain('In progress.')
  })

  it('503 as PDF while every thread is busy, 200 as JSON', async () => {
    const { id } = await addSent(tenant)
    const getTrail = (path: string) => call(trailRoute.GET, { path, params: { id }, as: tenant })
    await withThreadError('busy', 'Too many.', async () => {
      const asPdf = await getTrail('/api/v1/x?format=pdf')
      expect([asPdf.status, asPdf.body.error.code]).toEqual([503, 'unavailable'])
      expect(asPdf.headers.get('retry-after')).toBe('10')
      expect((await getTrail('/api/v1/x')).status).toBe(200)
    })
  })

  it('400 for another format', async () => {
    const path = '/api/v1/x?format=docx'
    expect((await call(trailRoute.GET, { path, params: { id: foreignProcess.id }, as: tenant })).status).toBe(
      400,
    )
  })
})

describe('a document in a sent process', () => {
  it('is locked until the process ends', async () => {
    const document = await addDocument(tenant)
    const sentProcess = await addSent(tenant, { documents: [{ id: document.id }] })
    expect(await documentStatus(sentProcess)).toBe('in_process')
    await expect(addDraft(tenant, { documents: [{ id: document.id }] })).rejects.toThrow(/another process/)
  })
})
