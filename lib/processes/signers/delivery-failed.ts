import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { whereIndexed } from '#db/lists/members'
import { events } from '#db/schema/audit'
import { type FailureJob, mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { toChainName } from '#lib/audit/events'
import { now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { maskPhoneNumber } from '#lib/core/phone-number'
import type { SendJob } from '#lib/mail/queue'
import { presentError } from '#lib/messages/english'
import { findAwaited } from '../confirmations.ts'
import { lockProcess, setUpdated } from '../load.ts'
import type { ProcessRow, SignerRow } from '../present.ts'
import { processCan, signerCan } from '../rules.ts'
import { namedSigner, recordOfProcess } from '../trail/record.ts'
import { findRecipient } from './delivery.ts'
import { findSigners } from './invite.ts'
import { listSharers } from './shared-links.ts'

/** Its jobs record that an email or text message to a signer could not be delivered. */
export const DELIVERY_FAILED_QUEUE = 'processes.delivery-failed'

/** The data of such a job: the process and signer of the message, and what lib/mail adds. */
export interface DeliveryFailure extends SendJob {
  processId: number
  signerId: number
  /** The message had the signed document. */
  copy?: true
  /** The message had a one-time code. */
  code?: true
  /** The mail server had accepted the message, and another one has returned it. */
  returned?: true
  /** Only where it was forwarded to, as by an alias or a list, it could not be delivered. */
  forwarded?: true
}

/**
 * Stores the failure for the sender to see, once, unless messages to the signer go elsewhere meanwhile, or the mail
 * server had accepted the email, which has not the signed document, and it is returned, as days later, when nothing is
 * asked of the signer any more. Where it was forwarded, somebody may have it: not of signers who have opened the documents.
 */
export function recordDeliveryFailure(failure: DeliveryFailure): Promise<void> {
  const { tenantId, processId, signerId, copy, returned, forwarded } = failure
  const ctx = makeSystemCtx(tenantId, DELIVERY_FAILED_QUEUE, now())
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    const undelivered = await takeUndelivered(tx, failure)
    if (!undelivered) return
    const { channel, recipient, reason } = undelivered
    const people = await findSigners(tx, ctx, processId)
    const addressee = people.find(
      (person) => person.id === signerId && findRecipient(person, channel) === recipient,
    )
    if (!addressee) return
    const ofLink = [addressee, ...listSharers(people, addressee)]
    // A message that is refused at once may have a code, which also opens signed documents.
    const isLate = (returned || forwarded) && !copy
    const asked = isLate ? await findAsked(tx, ctx, process, ofLink) : ofLink
    const concerned = forwarded && !copy ? await findUnopened(tx, ctx, process, asked) : asked
    const [signer] = concerned
    if (!signer) return
    const ids = concerned.map(({ id }) => id)
    await tx
      .update(signers)
      .set({ deliveryError: reason })
      .where(and(eq(signers.tenantId, tenantId), inArray(signers.id, ids)))
    await setUpdated(tx, ctx, [processId])
    await recordOfProcess(tx, ctx, process, 'signature.delivery_failed', {
      ...namedSigner(signer),
      ...(copy && { copy }),
      ...(channel === 'sms' && { phone: maskPhoneNumber(recipient) }),
      ...presentError('reason', reason),
    })
  })
}

/** Those of these people who are to sign, view or confirm now. */
async function findAsked(tx: Tx, ctx: Ctx, process: ProcessRow, people: SignerRow[]): Promise<SignerRow[]> {
  if (!processCan.sign(process).allowed) return []
  const awaited = await findAwaited(tx, ctx, process, people)
  return people.filter((person) => signerCan.sign(person).allowed || awaited.includes(person))
}

/**
 * Those of these people who have not opened the documents since they were invited. By the trail: a signer who opened
 * documents that were made again since is `notified`, too.
 */
async function findUnopened(
  tx: Tx,
  { tenantId }: Ctx,
  process: ProcessRow,
  people: SignerRow[],
): Promise<SignerRow[]> {
  const openings = await tx
    .select({ signerId: sql<string>`${events.data} ->> 'signer_id'`, at: events.occurredAt })
    .from(events)
    .where(
      and(
        eq(events.tenantId, tenantId),
        eq(events.chain, toChainName({ process: process.id })),
        eq(events.type, 'signature.viewed'),
      ),
    )
  const hasOpened = ({ id, invitedAt }: SignerRow) =>
    openings.some(({ signerId, at }) => Number(signerId) === id && at >= invitedAt!)
  return people.filter((person) => person.status === 'notified' && !hasOpened(person))
}

/**
 * The address and the error of the email or text message; null when it was deleted meanwhile, or an earlier run of the job
 * has recorded its failure. An email that was forwarded may also fail itself, later.
 */
async function takeUndelivered(tx: Tx, { tenantId, mailId, forwarded }: DeliveryFailure) {
  const recorded: keyof FailureJob = forwarded ? 'isForwardRecorded' : 'isRecorded'
  const [mail] = await tx
    .update(mails)
    .set({ failureJob: sql`${mails.failureJob} || jsonb_build_object(${recorded}::text, true)` })
    .where(
      and(
        eq(mails.tenantId, tenantId),
        eq(mails.id, mailId),
        sql`${mails.failureJob} -> ${recorded}::text is null`,
        forwarded && eq(mails.status, 'sent'),
        isNotNull(mails.failureJob),
      ),
    )
    .returning({
      channel: mails.channel,
      recipient: mails.recipient,
      reason: mails.error,
    })
  return mail ?? null
}

/** SQL: the stored failure of a signer if it is that of an email to this address; null if it is that of a text message. */
export function emailFailure({ tenantId }: Pick<Ctx, 'tenantId'>, email: string): SQL {
  const isRecipient = sql`lower(${mails.recipient}) = lower(${email})`
  return sql`case when exists (
    select from ${mails} where ${mails.tenantId} = ${tenantId} and ${whereIndexed(mails, tenantId, isRecipient)}
      and ${mails.status} <> 'queued' and ${mails.error} = ${signers.deliveryError}) then ${signers.deliveryError} end`
}
