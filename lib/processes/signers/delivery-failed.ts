import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import { makeSystemCtx } from '#lib/core/ctx'
import { maskPhoneNumber } from '#lib/core/phone-number'
import type { SendJob } from '#lib/mail/queue'
import { presentError } from '#lib/messages/english'
import { lockProcess } from '../load.ts'
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
}

/** Stores the failure for the sender to see, unless messages to the signer go elsewhere meanwhile. */
export function recordDeliveryFailure(failure: DeliveryFailure): Promise<void> {
  const { tenantId, processId, signerId, copy } = failure
  const ctx = makeSystemCtx(tenantId, DELIVERY_FAILED_QUEUE, now())
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    const undelivered = await undeliveredMail(tx, failure)
    if (!undelivered) return
    const { channel, recipient, reason } = undelivered
    const people = await findSigners(tx, ctx, processId)
    const signer = people.find(
      (person) => person.id === signerId && findRecipient(person, channel) === recipient,
    )
    if (!signer) return
    const undeliveredIds = [signer, ...listSharers(people, signer)].map(({ id }) => id)
    await tx
      .update(signers)
      .set({ deliveryError: reason })
      .where(and(eq(signers.tenantId, tenantId), inArray(signers.id, undeliveredIds)))
    await record(tx, ctx, {
      type: 'signature.delivery_failed',
      subject: { process: processId },
      data: {
        process_id: processId,
        signer_id: signerId,
        name: signer.name,
        email: signer.email,
        ...(copy && { copy }),
        ...(channel === 'sms' && { phone: maskPhoneNumber(recipient) }),
        ...presentError('reason', reason),
        test_mode: process.testMode,
      },
    })
  })
}

/** The address and the error of the email or text message; null when it was deleted meanwhile. */
async function undeliveredMail(tx: Tx, { tenantId, mailId }: SendJob) {
  const [mail] = await tx
    .select({ channel: mails.channel, recipient: mails.recipient, error: mails.error })
    .from(mails)
    .where(and(eq(mails.tenantId, tenantId), eq(mails.id, mailId)))
  return mail ? { ...mail, reason: mail.error } : null
}

/** SQL: the stored failure of a signer if it is that of an email to this address; null if it is that of a text message. */
export function emailFailure(email: string): SQL {
  return sql`case when exists (
    select from ${mails} where ${mails.tenantId} = ${signers.tenantId} and lower(${mails.recipient}) = lower(${email})
      and ${mails.status} = 'failed' and ${mails.error} = ${signers.deliveryError}) then ${signers.deliveryError} end`
}
