import { and, eq } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { type Tx, write } from '#db/tenancy/tenant'
import { TextError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { counter } from '#lib/core/runtime/metrics'
import { enqueue } from '#lib/jobs/enqueue'
import { englishMessage } from '#lib/messages/english'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { SendJob } from './queue.ts'

export type Mail = typeof mails.$inferSelect

const ended = counter({
  name: 'messages_total',
  help: 'Emails and text messages that were sent, or could not be.',
  labels: ['channel', 'result'],
})

/** The server or provider has not answered, and may have the whole message: it may deliver it. */
export class MessageUnanswered extends TextError {}

/** The email or text message of a job; null when it was sent or deleted meanwhile. */
export function findQueued(job: SendJob): Promise<Mail | null> {
  return findMail(job, 'queued')
}

function findMail({ tenantId, mailId }: SendJob, status: Mail['status']): Promise<Mail | null> {
  return write({ tenantId }, async (tx) => {
    const [row] = await tx.select().from(mails).where(eq(mails.id, mailId))
    return row?.status === status ? row : null
  })
}

/** Stores that an attempt to send an email begins: it may arrive from now on. @returns false when it was withdrawn meanwhile */
export function beginTransfer(mail: Mail, now: Date): Promise<boolean> {
  return write(mail, (tx) => updateIn(tx, mail, { sentAt: now }))
}

/** Ends an email or text message that cannot be delivered. */
export async function failMessage(mail: Mail, reason: ErrorText): Promise<void> {
  const sentAt = mail.status === 'sent' ? mail.sentAt : null
  await updateMessage(mail, { status: 'failed', error: reason, content: null, sentAt })
  log().error(
    { mail: mail.id, tenant: mail.tenantId, reason: englishMessage(reason) },
    mail.channel === 'sms' ? 'a text message could not be delivered' : 'an email could not be delivered',
  )
}

/** Ends an email as failed that the mail server had accepted, and another one has returned. */
export async function failReturned(job: SendJob, reason: ErrorText): Promise<void> {
  const mail = await findMail(job, 'sent')
  if (mail) await failMessage(mail, reason)
}

/** Ends the message of a job that an operator deletes, in the transaction of that; nothing if it has ended. */
export async function failDiscarded(tx: Tx, { tenantId, mailId }: SendJob): Promise<void> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.tenantId, tenantId), eq(mails.id, mailId), eq(mails.status, 'queued')))
  if (!mail) return
  // That says nothing about the address.
  const discarded = { ...mail, failureJob: null }
  await updateIn(tx, discarded, {
    status: 'failed',
    error: errorText('failures.messageDiscarded'),
    content: null,
  })
}

/** Updates an email or text message that still has its status; if it failed, enqueues its failure job. */
export async function updateMessage(mail: Mail, outcome: Partial<Mail>): Promise<void> {
  const isUpdated = await write(mail, (tx) => updateIn(tx, mail, outcome))
  if (isUpdated && outcome.status) ended.inc({ channel: mail.channel, result: outcome.status })
}

/** @returns false when the message has another status by now */
async function updateIn(tx: Tx, mail: Mail, outcome: Partial<Mail>): Promise<boolean> {
  const updatedRows = await tx
    .update(mails)
    .set(outcome)
    .where(and(eq(mails.id, mail.id), eq(mails.status, mail.status)))
    .returning({ id: mails.id })
  if (updatedRows.length === 0) return false
  if (outcome.status !== 'failed' || !mail.failureJob) return true
  const { queue, data } = mail.failureJob
  // Jobs of all tenants share one table: address and reason stay in the row of the email.
  const job: SendJob = { tenantId: mail.tenantId, mailId: mail.id }
  await enqueue(tx, queue, { ...data, ...job })
  return true
}
