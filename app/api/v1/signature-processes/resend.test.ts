import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { asErrorText } from '#lib/messages/errors'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'
import { REMINDER_PAUSE_SECONDS } from '#lib/processes/signers/remind'
import { resendInvitation } from '#lib/processes/signers/resend'
import { dispatchEvents, watchEmails } from '#lib/testing/records/mailbox'
import { addDraft, addSent } from '#lib/testing/records/records'
import { loadEvents } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as resendOwnRoute from './[id]/resend/route.ts'
import * as resendRoute from './[id]/signers/[signer]/resend/route.ts'
import * as signerRoute from './[id]/signers/[signer]/route.ts'
import * as processesRoute from './route.ts'

type Refused = { error: { code: string; current_status: string } }

let tenant: TestTenant
let foreignProcess: ProcessRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignProcess = await addDraft(await makeTenant())
})

itIsGuarded('/signature-processes/{id}/signers/{signer}/resend', resendRoute, {
  idsOfOtherTenant: async () => ({ id: foreignProcess.id, signer: foreignProcess.signers[0]!.id }),
})

itIsGuarded('/signature-processes/{id}/resend', resendOwnRoute, {
  idsOfOtherTenant: async () => ({ id: foreignProcess.id }),
})

const resendOwn = <B = { data: ProcessRecord }>({ id }: ProcessRecord, as: { token: string }) =>
  call<B>(resendOwnRoute.POST, { method: 'POST', params: { id }, as })
const resend = <B = { data: SignerRecord }>(
  { id, signers }: ProcessRecord,
  index = 0,
  as: { token: string } = tenant,
) => call<B>(resendRoute.POST, { method: 'POST', params: { id, signer: signers[index]!.id }, as })

describe('POST …/signers/{signer}/resend', () => {
  it('200 sends the invitation with the same link again, which is no reminder', async () => {
    const sent = await addSent(tenant)
    const newEmails = watchEmails(tenant)
    const invitation = (await newEmails()).at(-1)!
    const { status, body } = await resend(sent)
    expect([status, body.data.status, body.data.reminders_sent]).toEqual([200, 'notified', 0])
    const emails = await newEmails()
    expect(emails.map(({ to, subject, text }) => [to, subject, text])).toEqual([
      [sent.signers[0]!.email, invitation.subject, invitation.text],
    ])
    expect((await loadEvents(tenant, sent.id)).at(-1)).toMatchObject({
      type: 'signature.resent',
      data: { signer_id: sent.signers[0]!.id, email: sent.signers[0]!.email },
    })
  })

  it('429 less than a minute after the last email, with Retry-After', async () => {
    const sent = await addSent(tenant)
    await resend(sent)
    const refused = await resend<Refused>(sent)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(['limit', 'remaining'].map((name) => refused.headers.get(`x-ratelimit-${name}`))).toEqual([
      '1',
      '0',
    ])
    const later = { ...tenant.ctx, now: addSeconds(new Date(), REMINDER_PAUSE_SECONDS + 1) }
    expect((await resendInvitation(later, sent.id, sent.signers[0]!.id)).status).toBe('notified')
  })

  it('200 where the last email is hours ahead: the clock was set back', async () => {
    const sent = await addSent(tenant)
    await resendInvitation(
      { ...tenant.ctx, now: addSeconds(new Date(), 5 * 3600) },
      sent.id,
      sent.signers[0]!.id,
    )
    expect((await resend(sent)).status).toBe(200)
    expect((await resend(sent)).status).toBe(429)
  })

  it('409 for a draft, before the signer’s turn, and with notifications disabled', async () => {
    const draft = await addDraft(tenant)
    const sent = await addSent(tenant, { signers: [{}, {}] })
    const withoutNotifications = await addSent(tenant, { options: { enable_notifications: false } })
    for (const [process, index, status] of [
      [draft, 0, 'draft'],
      [sent, 1, 'pending'],
      [withoutNotifications, 0, 'sent'],
    ] as const) {
      const refused = await resend<Refused>(process, index)
      expect([refused.status, refused.body.error.current_status]).toEqual([409, status])
    }
  })

  it('404 for a signer of another process', async () => {
    const [first, second] = [await addSent(tenant), await addSent(tenant)]
    expect((await resend({ ...first, signers: second.signers })).status).toBe(404)
  })
})

describe('POST /signature-processes/{id}/resend', () => {
  it('200 sends a viewer who is the signer their own invitation again', async () => {
    const viewer = await tenant.addMember('viewer')
    const address = viewer.user.email.toUpperCase()
    const sent = await addSent(tenant, { signers: [{ email: address }, { type: 'parallel' }] })
    const newEmails = watchEmails(tenant)
    await newEmails()
    expect((await resendOwn(sent, viewer)).status).toBe(200)
    expect((await newEmails()).map(({ to }) => to)).toEqual([address])
    expect((await resendOwn(sent, viewer)).status).toBe(429)
  })

  it('409 for a user whose turn it is not, and after the end of the process', async () => {
    const sent = await addSent(tenant, { signers: [{}, { email: tenant.user.email }] })
    const refused = await resendOwn<Refused>(sent, tenant)
    expect([refused.status, refused.body.error.current_status]).toEqual([409, 'sent'])
    const cancelled = await addSent(tenant, { signers: [{ email: tenant.user.email }] })
    await cancelProcess(tenant.ctx, cancelled.id, {})
    expect((await resendOwn(cancelled, tenant)).status).toBe(409)
  })
})

describe('the delivery of the last email to a signer', () => {
  const setMails = (values: Partial<typeof mails.$inferInsert>) =>
    write(tenant.ctx, (tx) => tx.update(mails).set(values).where(eq(mails.tenantId, tenant.tenantId)))
  const getDelivery = async ({ id }: ProcessRecord) =>
    (await getProcess(tenant.ctx, id)).signers.map(({ delivery }) => delivery)

  it('is null before the invitation, then the state of the email', async () => {
    const sent = await addSent(tenant, { signers: [{}, {}] })
    expect(await getDelivery(sent)).toEqual([null, null])
    await dispatchEvents(tenant)
    expect(await getDelivery(sent)).toEqual([
      { channel: 'email', status: 'local', at: expect.any(String), error: null, error_detail: null },
      null,
    ])
    await setMails({ status: 'queued', error: asErrorText('smtp', 'greylisted') })
    expect(await getDelivery(sent)).toMatchObject([{ status: 'queued', error: 'greylisted' }, null])
    const sentAt = new Date('2026-11-25T10:00:00Z')
    await setMails({ status: 'sent', error: null, sentAt })
    expect(await getDelivery(sent)).toEqual([
      { channel: 'email', status: 'sent', at: sentAt.toISOString(), error: null, error_detail: null },
      null,
    ])
    await setMails({ status: 'failed', error: asErrorText('smtp', '550 No such user here') })
    expect(await getDelivery(sent)).toMatchObject([
      { status: 'failed', error: '550 No such user here' },
      null,
    ])
  })

  it('is known although the clock of the machine that wrote the email is late', async () => {
    const sent = await addSent(tenant)
    await dispatchEvents(tenant)
    await setMails({ createdAt: new Date(Date.parse(sent.sent_at!) - 5000) })
    expect(await getDelivery(sent)).toMatchObject([{ channel: 'email', status: 'local' }])
  })

  it('is the same in the list', async () => {
    const sent = await addSent(tenant, { name: 'Listed', signers: [{}, {}] })
    await dispatchEvents(tenant)
    await setMails({ status: 'failed', error: asErrorText('smtp', '550 No such user here'), sentAt: null })
    const { body } = await call<{ data: ProcessRecord[] }>(processesRoute.GET, {
      path: '/api/v1/signature-processes?search=Listed',
      as: tenant,
    })
    const [listed] = body.data
    expect(listed!.signers.map(({ delivery }) => delivery)).toEqual(await getDelivery(sent))
    expect(listed!.signers[0]!.delivery).toMatchObject({ status: 'failed', error: '550 No such user here' })
  })

  it('is that of the new invitation after the address was corrected', async () => {
    const sent = await addSent(tenant)
    await dispatchEvents(tenant)
    await call(signerRoute.PATCH, {
      method: 'PATCH',
      params: { id: sent.id, signer: sent.signers[0]!.id },
      body: { email: 'right@example.com' },
      as: tenant,
    })
    expect(await getDelivery(sent)).toEqual([null])
    await dispatchEvents(tenant)
    expect(await getDelivery(sent)).toMatchObject([{ channel: 'email', status: 'local' }])
  })
})
