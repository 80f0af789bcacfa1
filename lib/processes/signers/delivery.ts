import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { whereIndexed } from '#db/lists/members'
import { mails } from '#db/schema/mail'
import type { Tx } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { toPhoneNumber } from '#lib/core/phone-number'
import { archiveCopyTopic } from '#lib/identity/archive/link'
import { EMAILS_KEPT_DAYS } from '#lib/mail/local-mailbox'
import { withdrawMails } from '#lib/mail/queue'
import { presentError } from '#lib/messages/english'
import type { ProcessSigner, SignerMail } from '../parts.ts'
import type { SignerRecord } from '../schema.ts'

/** Signers are invited by the clock of one machine, and emails written by that of another. */
const CLOCK_TOLERANCE_MILLISECONDS = 60_000

/** The topic of emails and text messages with a signing link or code, by which the last one to a signer is found. */
export function signerTopic(signerId: number): string {
  return `signer:${signerId}`
}

/** SQL: whether a message to a signer has a one-time code, or the signed document. */
const hasCode = sql`${mails.failureJob} -> 'data' -> 'code' is not null`
const hasDocument = sql`${mails.failureJob} -> 'data' -> 'copy' is not null`

/** The topic of the emails that a process has expired. */
export function expiryTopic(processId: number): string {
  return `process:${processId}:expired`
}

/** The topic of the emails to the sender that a process is completed. */
export function completionTopic(processId: number): string {
  return `process:${processId}:completed`
}

/** The topic of the email to an address whose link of a process has ended. */
export function removalTopic(processId: number, email: string): string {
  return `process:${processId}:removed:${email.toLowerCase()}`
}

/** Deletes messages with a link or code to these signers that were not sent yet: they are untrue now. */
export async function withdrawMessages(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId'>,
  people: { id: number }[],
): Promise<void> {
  await withdrawMails(
    tx,
    ctx,
    people.map(({ id }) => signerTopic(id)),
  )
}

/** Deletes messages with a code to a signer that were not sent yet: the code has ended. */
export async function withdrawCodes(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, signerId: number): Promise<void> {
  await withdrawMails(tx, ctx, [signerTopic(signerId)], hasCode)
}

/** Deletes emails that a process is completed that were not sent yet: it is void. */
export async function withdrawCompletion(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId'>,
  processId: number,
  people: { id: number }[],
): Promise<void> {
  await withdrawMails(tx, ctx, [completionTopic(processId), archiveCopyTopic(processId)])
  const topics = people.map(({ id }) => signerTopic(id))
  await withdrawMails(tx, ctx, topics, hasDocument)
}

/**
 * Deletes requests to sign or view that were not sent yet. One that may have arrived ends as failed instead, since
 * `findEmailed` needs it, and without a topic: it is not the last email to the signer.
 * @returns the signers who had one
 */
export async function withdrawRequests<S extends { id: number }>(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId'>,
  people: S[],
): Promise<S[]> {
  const topics = people.map(({ id }) => signerTopic(id))
  const isRequest = sql`not (${hasCode} or ${hasDocument})`
  const deleted = await withdrawMails(tx, ctx, topics, and(isRequest, isNull(mails.sentAt)))
  const ended = await tx
    .update(mails)
    .set({ status: 'failed', content: null, topic: null, error: null })
    .where(
      and(
        eq(mails.tenantId, ctx.tenantId),
        inArray(mails.topic, topics),
        eq(mails.status, 'queued'),
        isRequest,
      ),
    )
    .returning({ signerId: sql<string>`${mails.failureJob} -> 'data' ->> 'signerId'` })
  const withdrawn = new Set([...deleted, ...ended.map(({ signerId }) => signerTopic(Number(signerId)))])
  return people.filter(({ id }) => withdrawn.has(signerTopic(id)))
}

/** Deletes messages to a signer that were not sent yet to an address that is theirs no longer. */
export async function withdrawFrom(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId'>,
  signerId: number,
  email: string,
): Promise<void> {
  await withdrawMails(tx, ctx, [signerTopic(signerId)], isTo(email))
}

const isTo = (email: string) => sql`lower(${mails.recipient}) = lower(${email})`

/** Whether an email was sent to a signer, or may have been, as `findEmailed`. */
export async function wasInvitationSent(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  { processId, email, invitedAt }: { processId: number; email: string; invitedAt: Date | null },
): Promise<boolean> {
  if (invitedAt && invitedAt <= addDays(ctx.now, -EMAILS_KEPT_DAYS)) return true
  return (await findEmailed(tx, ctx, processId, [email])).size > 0
}

/**
 * The addresses, in lower case, to which an email to a signer of a process was sent and not returned, or may have been: a
 * transfer of it runs, or ended without an answer, also if a later one failed. Not those that were notified since that the link
 * has ended. Locks the emails, so that no transfer begins before the end of the transaction.
 */
export async function findEmailed(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  processId: number,
  addresses: string[],
): Promise<Set<string>> {
  const { recipient, topic, status, sentAt, failureJob } = mails
  const isToSigner = and(
    sql`${failureJob} -> 'data' ->> 'processId' = ${String(processId)}`,
    sql`${failureJob} -> 'data' -> 'returned' is null`,
  )
  const isRecipient = inArray(
    sql`lower(${recipient})`,
    addresses.map((address) => sql`lower(${address})`),
  )
  const removalTopics = addresses.map((address) => removalTopic(processId, address))
  const emails = await tx
    .select({ recipient, topic, status, sentAt })
    .from(mails)
    .where(
      and(
        eq(mails.tenantId, tenantId),
        whereIndexed(mails, tenantId, isRecipient),
        or(isToSigner, inArray(topic, removalTopics)),
      ),
    )
    .orderBy(mails.id)
    .for('update')
  const emailed = new Set<string>()
  for (const email of emails) {
    const address = email.recipient.toLowerCase()
    if (email.topic === removalTopic(processId, address)) emailed.delete(address)
    else if (email.status === 'local' || email.status === 'sent' || email.sentAt !== null)
      emailed.add(address)
  }
  return emailed
}

/** Messages that were not sent yet, with a link that signers share, are those of another one of them from now on. */
export async function passMessages(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  from: number,
  to: number,
): Promise<void> {
  await tx
    .update(mails)
    .set({
      topic: signerTopic(to),
      failureJob: sql`jsonb_set(${mails.failureJob}, '{data,signerId}', to_jsonb(${to}::bigint))`,
    })
    .where(and(eq(mails.tenantId, tenantId), eq(mails.topic, signerTopic(from)), eq(mails.status, 'queued')))
}

/** Where emails or text messages to a signer go; null where they get none. */
export function findRecipient(
  { email, phone, otp }: Pick<ProcessSigner, 'email' | 'phone' | 'otp'>,
  channel: SignerMail['channel'],
): string | null {
  if (channel === 'email') return email
  return otp === 'sms' ? toPhoneNumber(phone ?? '') : null
}

/** How the last email or text message to a signer fared; null before the present invitation was written. @param people of the process */
export function presentDelivery(signer: ProcessSigner, people: ProcessSigner[]): SignerRecord['delivery'] {
  const { invitedAt } = signer
  const lastMail = findLastMail(signer, people)
  if (!lastMail || !invitedAt) return null
  const { channel, status, error, createdAt, sentAt } = lastMail
  // An email from before a correction of the signer is not that of the present invitation.
  if (Number(createdAt) < Number(invitedAt) - CLOCK_TOLERANCE_MILLISECONDS) return null
  const at = status === 'queued' ? createdAt : (sentAt ?? createdAt)
  return { channel, status, at: at.toISOString(), ...presentError('error', error) }
}

/** The last email or text message to the signer, or to who shares the link: one of them gets it for all. */
function findLastMail(signer: ProcessSigner, people: ProcessSigner[]): SignerMail | null {
  const { lastMail, tokenNonce } = signer
  if (isSentTo(signer, lastMail)) return lastMail
  if (tokenNonce === null) return null
  const sharer = people.find(
    (person) => person.tokenNonce === tokenNonce && isSentTo(signer, person.lastMail),
  )
  return sharer?.lastMail ?? null
}

/** Whether the message went where those to the signer go now: it did not before a correction. */
function isSentTo(signer: ProcessSigner, mail: SignerMail | null): boolean {
  return mail !== null && findRecipient(signer, mail.channel)?.toLowerCase() === mail.recipient.toLowerCase()
}
