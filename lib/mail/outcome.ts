import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type FailureJob, mails } from '#db/schema/mail'
import { type Tx, write } from '#db/tenancy/tenant'
import { canonicalEmail } from '#lib/core/email/canonical-email'
import { TextError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { counter } from '#lib/core/runtime/metrics'
import { enqueue } from '#lib/jobs/enqueue'
import { englishMessage } from '#lib/messages/english'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'
import type { Bounce } from './bounces/parse-bounce.ts'
import type { SendJob } from './queue.ts'
import { cleanReply, readStatus } from './reason.ts'

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
export async function beginTransfer(mail: Mail, now: Date): Promise<boolean> {
  return (await write(mail, (tx) => updateRow(tx, mail, { sentAt: now }))) !== null
}

/**
 * Ends an email or text message that cannot be delivered.
 * @param options.returned whether the mail server had accepted it, and another one has returned it
 * @param options.logged what the log says instead of a reason with the answer of a server, which may quote an address
 */
export async function failMessage(
  mail: Mail,
  reason: ErrorText,
  { returned = false, logged = reason }: { returned?: boolean; logged?: ErrorText } = {},
): Promise<void> {
  const isFailed = await write(mail, (tx) => markFailed(tx, mail, reason, returned))
  if (isFailed) ended.inc({ channel: mail.channel, result: 'failed' })
  log().error(
    { mail: mail.id, tenant: mail.tenantId, reason: englishMessage(logged) },
    mail.channel === 'sms' ? 'a text message could not be delivered' : 'an email could not be delivered',
  )
}

/**
 * Ends an email as failed that the mail server had accepted, and another one has returned. One that did not arrive where
 * it was forwarded to stays sent: of an alias or a list others may have it.
 */
export async function failReturned(job: SendJob, bounce: Bounce): Promise<void> {
  const mail = await findMail(job, 'sent')
  if (!mail) return
  const failures = bounce.failures.map(({ recipient, ...failure }) => ({
    ...failure,
    address: recipient === null ? mail.recipient : cleanReply(recipient),
  }))
  const own = failures.find(({ address }) => isOwnAddress(address, mail))
  const { address, isGivenUp, reason: response } = own ?? failures[0]!
  const logged = asErrorText('smtp', `returned ${readStatus(response)}`.trim())
  const answer = asErrorText('smtp', cleanReply(response))
  if (own) {
    const reason = isGivenUp ? errorText('failures.emailNotTakenElsewhere', { error: answer }) : answer
    return failMessage(mail, reason, { returned: true, logged })
  }
  const forwarded = errorText('failures.emailForwarded', { address, error: answer })
  await write(mail, async (tx) => {
    const row = await updateRow(tx, mail, { error: forwarded })
    if (row) await enqueueFailure(tx, mail, row.failureJob, { forwarded: true })
  })
  log().warn(
    { mail: mail.id, tenant: mail.tenantId, reason: englishMessage(logged) },
    'an email could not be delivered where it was forwarded to',
  )
}

function isOwnAddress(address: string, { recipient }: Mail): boolean {
  return (canonicalEmail(address) ?? address).toLowerCase() === recipient.toLowerCase()
}

/** Ends the message of a job that an operator deletes, in the transaction of that; nothing if it has ended. */
export async function failDiscarded(tx: Tx, { tenantId, mailId }: SendJob): Promise<void> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.tenantId, tenantId), eq(mails.id, mailId), eq(mails.status, 'queued')))
  if (mail) await markFailed(tx, mail, errorText('failures.messageDiscarded'))
}

/** Updates an email or text message that still has its status. */
export async function updateMessage(
  mail: Mail,
  outcome: Partial<Mail> & { status?: 'sent' | 'local' },
): Promise<void> {
  const isUpdated = await write(mail, (tx) => updateRow(tx, mail, outcome))
  if (isUpdated && outcome.status) ended.inc({ channel: mail.channel, result: outcome.status })
}

/** Ends a message as failed, and enqueues its failure job. @returns false when it has another status by now */
async function markFailed(tx: Tx, mail: Mail, reason: ErrorText, returned = false): Promise<boolean> {
  const failureJob = returned ? sql`jsonb_set(${mails.failureJob}, '{data,returned}', 'true')` : undefined
  // `sentAt` stays: an earlier attempt without an answer may have succeeded.
  const { sentAt } = mail
  const outcome = { status: 'failed', error: reason, content: null, sentAt, failureJob } as const
  const row = await updateRow(tx, mail, outcome)
  if (row) await enqueueFailure(tx, mail, row.failureJob)
  return row !== null
}

async function enqueueFailure(
  tx: Tx,
  mail: Mail,
  failureJob: FailureJob | null,
  details: FailureJob['data'] = {},
): Promise<void> {
  if (!failureJob) return
  // Jobs of all tenants share one table: address and reason stay in the row of the email.
  const job: SendJob = { tenantId: mail.tenantId, mailId: mail.id }
  await enqueue(tx, failureJob.queue, { ...failureJob.data, ...details, ...job })
}

/** @returns null when the message has another status by now */
async function updateRow(tx: Tx, mail: Mail, outcome: PgUpdateSetSource<typeof mails>) {
  const [row] = await tx
    .update(mails)
    .set(outcome)
    .where(and(eq(mails.id, mail.id), eq(mails.status, mail.status)))
    .returning({ failureJob: mails.failureJob })
  return row ?? null
}
