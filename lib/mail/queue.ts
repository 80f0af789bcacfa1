import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { type FailureJob, mails } from '#db/schema/mail'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { encrypt } from '#lib/core/secretbox'
import type { Priority } from '#lib/jobs/boss'
import { enqueue } from '#lib/jobs/enqueue'

/** The queue of text messages to be sent by the SMS provider. */
export const SMS_QUEUE = 'mail.send-sms'
/** The queue of emails to be sent by SMTP. */
export const SEND_QUEUE = 'mail.send'

/** A PNG that the HTML shows as `cid:…`. */
export interface InlineImage {
  /** Content-ID (RFC 2392) without brackets. */
  cid: string
  filename: string
  /** Base64. */
  png: string
}

/** The content of an email, as HTML and plain text. */
export interface EmailContent {
  /** The name in the From header, on one line; by default that of `MAIL_FROM`. */
  fromName?: string
  /** From the installation's address even where the tenant has a domain of its own. */
  fromInstallation?: true
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  images?: InlineImage[]
  /** How long the email is of use, from when it was written. */
  validSeconds?: number | undefined
}

/** The email of a job; a failure job has it besides its own data. */
export interface SendJob {
  tenantId: number
  mailId: number
}

/**
 * Writes an email in the transaction of its event. With an SMTP server it is sent after the commit and retried until it
 * is accepted; without one it is shown at /mailbox. `failureJob` is enqueued if it cannot be delivered; by
 * `topic` the last email about a subject is found.
 */
export async function queueMail(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  {
    to,
    topic,
    failureJob,
    ...content
  }: EmailContent & { to: string; topic?: string | undefined; failureJob?: FailureJob | undefined },
  priority: Priority = 0,
): Promise<void> {
  const { smtpUrl } = env()
  const [row] = await tx
    .insert(mails)
    .values({
      tenantId: ctx.tenantId,
      recipient: to,
      topic,
      failureJob,
      content: encrypt('mail', Buffer.from(JSON.stringify(content)), String(ctx.tenantId)),
      status: smtpUrl ? 'queued' : 'local',
      createdAt: ctx.now,
    })
    .returning({ id: mails.id })
  if (smtpUrl && row) {
    const job: SendJob = { tenantId: ctx.tenantId, mailId: row.id }
    await enqueue(tx, SEND_QUEUE, job, { priority })
  }
}

/**
 * Deletes the messages of these topics that were not sent yet: they are untrue now.
 * @param condition of those to delete; by default all
 * @returns the topics of the deleted ones
 */
export async function withdrawMails(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  topics: string[],
  condition?: SQL,
): Promise<string[]> {
  const isWithdrawn = and(
    eq(mails.tenantId, tenantId),
    inArray(mails.topic, topics),
    eq(mails.status, 'queued'),
    condition,
  )
  const withdrawn = await tx.delete(mails).where(isWithdrawn).returning({ topic: mails.topic })
  return withdrawn.map(({ topic }) => topic!)
}

/** The topic of the emails that a job writes, by which a run after the commit of an earlier one finds them. */
export function jobTopic(jobId: string): string {
  return `job:${jobId}`
}

/** Whether emails of this topic were queued. */
export async function areMailsQueued(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  topic: string,
): Promise<boolean> {
  return (await reader.$count(mails, and(eq(mails.tenantId, tenantId), eq(mails.topic, topic)))) > 0
}

/** What is encrypted of a text message. */
export interface TextMessageContent {
  text: string
  /** How long the message is of use, from when it was written. */
  validSeconds: number
}

/** A text message to `to`, a number in E.164, of the person with this address; otherwise as `queueMail`. */
export async function queueTextMessage(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  {
    to,
    personEmail,
    topic,
    failureJob,
    ...content
  }: TextMessageContent & { to: string; personEmail: string; topic: string; failureJob: FailureJob },
  priority: Priority,
): Promise<void> {
  const [row] = await tx
    .insert(mails)
    .values({
      tenantId: ctx.tenantId,
      channel: 'sms',
      recipient: to,
      personEmail,
      topic,
      failureJob,
      content: encrypt('text message', Buffer.from(JSON.stringify(content)), String(ctx.tenantId)),
      status: 'queued',
      createdAt: ctx.now,
    })
    .returning({ id: mails.id })
  await enqueue(tx, SMS_QUEUE, { tenantId: ctx.tenantId, mailId: row!.id } satisfies SendJob, { priority })
}
