import { expect, it } from 'vitest'
import { auditOnlyTypes, webhookOnlyTypes } from '#lib/audit/events'
import { newRequestId } from '#lib/core/ids'
import { listLocalEmails, readLocalEmail } from '#lib/mail/local-mailbox'
import { enterSigning } from '#lib/signing/enter'
import { oneTimeCode } from '#lib/signing/one-time-code/one-time-code'
import { sendCode } from '#lib/signing/one-time-code/send-code'
import { addSentProcess, findToken, loadRows } from '#lib/testing/records/signing-session'
import { makeTenant } from '#lib/testing/users/tenant'
import { webhookEvents } from '#lib/webhooks/rules'
import { startWorker } from './jobs/worker.ts'
import { jobs, listeners } from './worker.ts'

it('the worker delivers events: an invitation and a code reach the mailbox', async () => {
  const tenant = await makeTenant()
  const worker = await startWorker({ 'audit.announce': jobs['audit.announce']! })
  const sentProcess = await addSentProcess(tenant, { options: { enable_otp: true } })
  const signer = sentProcess.signers[0]!
  const newest = async () => (await listLocalEmails())[0]
  await expect
    .poll(newest, { timeout: 10_000 })
    .toMatchObject({ to: signer.email, subject: 'Please sign: Agreement' })
  const { address, userAgent, locale } = tenant.ctx
  const requestMeta = { address, userAgent, locale, requestId: newRequestId(), now: new Date() }
  await sendCode(await enterSigning(await findToken(tenant, signer.id), requestMeta))
  await expect.poll(newest, { timeout: 10_000 }).toMatchObject({ subject: 'Your code for Agreement' })
  const { signers } = await loadRows(tenant, sentProcess.id)
  const { text } = (await readLocalEmail((await newest())!.id))!
  expect(text).toContain(oneTimeCode(signer.id, signers[0]!.otpSentAt!))
  await worker.stop()
})

it('no listener handles events that are not announced', () => {
  const emailed = listeners.filter(({ name }) => name !== 'webhooks').flatMap(({ eventTypes }) => eventTypes)
  expect(emailed.filter((type) => auditOnlyTypes.has(type) || webhookOnlyTypes.has(type))).toEqual([])
  expect(webhookEvents.filter((type) => auditOnlyTypes.has(type))).toEqual([])
})
