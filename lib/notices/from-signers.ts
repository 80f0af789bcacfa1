import { and, asc, eq } from 'drizzle-orm'
import { delegations } from '#db/schema/processes-links'
import type { Reader } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { hasExpiry } from '#lib/processes/facts'
import { isOver } from '#lib/processes/rules'
import { findSharers } from '#lib/processes/signers/shared-links'
import type { Mail } from './mail.ts'
import { loadMailContext } from './mail-context.ts'
import { makeSenderMails } from './outcomes.ts'
import {
  writeDelegatedEmail,
  writeDelegatedSenderEmail,
  writeTimeRequestedEmail,
} from './templates/from-signers.ts'

/**
 * Once for all who were handed over with one link. To the sender: who takes the place of whom, and why. To the person who handed over: that it was done, in case someone
 * else did it.
 */
export async function makeDelegatedMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event, [Number(event.data.signer_id)])
  const first = await findFirstHandedOver(reader, ctx, event)
  if (!context || !first || first.signerId !== event.data.signer_id) return []
  const keepsLink = (await findSharers(reader, ctx, first.tokenHash)).length > 0
  const { process, row, signers } = context
  const delegation = {
    signer: readSigner(event),
    successor: { name: String(event.data.new_name), email: String(event.data.new_email) },
    reason: String(event.data.reason),
    isEmailed: row.options.enable_notifications,
  }
  const locale = signers[0]?.locale ?? row.options.locale
  return [
    ...(await makeSenderMails(reader, ctx, context, null, (to) =>
      writeDelegatedSenderEmail(process, { ...to, ...delegation }),
    )),
    ...(row.options.enable_notifications
      ? [
          {
            to: delegation.signer.email,
            body: writeDelegatedEmail(process, { locale, successor: delegation.successor.name, keepsLink }),
          },
        ]
      : []),
  ]
}

/** The first signer of the hand-over of an event, and the link: signers who share one have an event each. */
async function findFirstHandedOver(reader: Reader, ctx: Ctx, { data, occurredAt }: RecordedEvent) {
  // Events of earlier versions have no such member.
  const delegatedAt = new Date(String(data.delegated_at ?? occurredAt.toISOString()))
  const [first] = await reader
    .select({ signerId: delegations.signerId, tokenHash: delegations.tokenHash })
    .from(delegations)
    .where(
      and(
        eq(delegations.tenantId, ctx.tenantId),
        eq(delegations.processId, Number(data.process_id)),
        eq(delegations.fromEmail, String(data.email)),
        eq(delegations.toEmail, String(data.new_email)),
        eq(delegations.delegatedAt, delegatedAt),
      ),
    )
    .orderBy(asc(delegations.id))
    .limit(1)
  return first
}

/** To the sender of a process that is still expired: a signer would still sign. */
export async function makeTimeRequestedMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event, [])
  if (!context || !hasExpiry(context.row) || !isOver(context.row, ctx.now)) return []
  const signer = readSigner(event)
  return makeSenderMails(reader, ctx, context, null, (to) =>
    writeTimeRequestedEmail(context.process, { ...to, signer }),
  )
}

/** The signer of an event, as they were then. */
function readSigner({ data }: RecordedEvent): { name: string; email: string } {
  return { name: String(data.name), email: String(data.email) }
}
