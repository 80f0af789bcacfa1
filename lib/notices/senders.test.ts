import { beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays } from '#lib/core/clock'
import { newRequestId } from '#lib/core/ids'
import { deleteUser } from '#lib/identity/users/delete-user'
import { updateUser } from '#lib/identity/users/update-user'
import { asErrorText } from '#lib/messages/errors'
import { expireDue } from '#lib/processes/scheduled'
import { DELIVERY_FAILED_QUEUE, recordDeliveryFailure } from '#lib/processes/signers/delivery-failed'
import { enterSigning } from '#lib/signing/enter'
import { refuseSigning } from '#lib/signing/refuse'
import { viewSigning } from '#lib/signing/view'
import { addCompleted } from '#lib/testing/records/completed'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addSentProcess, findToken } from '#lib/testing/records/signing-session'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'

let tenant: TestTenant
let sender: Member
let colleague: Member

beforeEach(async () => {
  tenant = await makeTenant()
  sender = await tenant.addMember('user')
  colleague = await tenant.addMember('user')
})

/** The first signer of a sent process. */
async function enter() {
  const process = await addSentProcess(sender)
  const { address, userAgent, locale } = tenant.ctx
  const requestMeta = { address, userAgent, locale, requestId: newRequestId(), now: new Date() }
  return enterSigning(await findToken(tenant, process.signers[0]!.id), requestMeta)
}

async function refuse() {
  await refuseSigning(await enter(), { reason: 'No' })
}

async function blockSeal() {
  const { id } = await addSentProcess(sender)
  const data = { process_id: id, reason: 'The file has no pages.', test_mode: false }
  await write(tenant.ctx, (tx) =>
    record(tx, tenant.ctx, { type: 'process.seal_blocked', subject: { process: id }, data }),
  )
}

async function failDelivery() {
  const { id: processId, signers } = await addSentProcess(sender)
  const { id: signerId, email: recipient } = signers[0]!
  const { tenantId, now: createdAt } = tenant.ctx
  const mail = {
    tenantId,
    recipient,
    status: 'failed' as const,
    error: asErrorText('smtp', '550 No such user'),
    failureJob: { queue: DELIVERY_FAILED_QUEUE, data: { processId, signerId } },
    createdAt,
  }
  const [row] = await write(tenant.ctx, (tx) => tx.insert(mails).values(mail).returning())
  await recordDeliveryFailure({ tenantId, processId, signerId, mailId: row!.id })
  // The test reads the contents of all emails, and a failed one has none.
  await write(tenant.ctx, async (tx) => {
    await tx.delete(mails)
  })
}

async function expire() {
  await addSentProcess(sender, { options: { expires_in_days: 3 } })
  await expireDue(addDays(new Date(), 4))
}

describe.each<[string, () => Promise<unknown>, string]>([
  ['a refusal', refuse, 'Refused: Agreement'],
  ['a completion', () => addCompleted(sender), 'Completed: Agreement'],
  ['an expiry', expire, 'Expired: Agreement'],
  ['a failed delivery', failDelivery, 'Not delivered: Agreement'],
  ['a blocked seal', blockSeal, 'Action needed: Agreement cannot be signed'],
])('the sender’s email about %s', (_, happen, subject) => {
  const getRecipients = async () =>
    (await watchEmails(tenant)())
      .filter((email) => email.subject === subject && !email.to.startsWith('signer'))
      .map(({ to, text }) => [to, text.includes(`because ${sender.user.name}, who sent “Agreement”`)])

  it('goes to the sender', async () => {
    await happen()
    expect(await getRecipients()).toEqual([[sender.user.email, false]])
  })

  it('goes to the administrators when the sender was deleted, and says why', async () => {
    await happen()
    await deleteUser(tenant.ctx, sender.user.id)
    expect(await getRecipients()).toEqual([[tenant.user.email, true]])
  })

  it('goes to the administrators when the sender may not change processes any more', async () => {
    await happen()
    await updateUser(tenant.ctx, sender.user.id, { role: 'viewer' })
    expect(await getRecipients()).toEqual([[tenant.user.email, true]])
  })

  it('goes to the administrators when the successor may not change processes any more', async () => {
    await happen()
    await deleteUser(tenant.ctx, sender.user.id, colleague.user.id)
    await updateUser(tenant.ctx, colleague.user.id, { role: 'viewer' })
    expect(await getRecipients()).toEqual([[tenant.user.email, true]])
  })

  it('goes to the successor that the deletion names, and to the successor of the successor', async () => {
    const next = await tenant.addMember('user')
    await happen()
    await deleteUser(tenant.ctx, sender.user.id, colleague.user.id)
    await deleteUser(tenant.ctx, colleague.user.id, next.user.id)
    expect(await getRecipients()).toEqual([[next.user.email, true]])
  })
})

it('signers reach the administrators where the sender may not change processes any more', async () => {
  const signer = await enter()
  const getAddress = async () => (await viewSigning(signer)).process.sender.email
  expect(await getAddress()).toBe(sender.user.email)
  await updateUser(tenant.ctx, sender.user.id, { role: 'viewer' })
  expect(await getAddress()).toBe(tenant.user.email)
})
