import { and, eq } from 'drizzle-orm'
import { senderDomains } from '#db/schema/mail'
import { listDueTenantIds } from '#db/tenancy/due-tenants'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { notFound, validationError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { domainOf, findSender, type SenderRow } from '#lib/mail/sender'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { presentSender } from './present.ts'
import { findRecords } from './records.ts'
import type { SenderRecord } from './schema.ts'

export const SENDER_QUEUE = 'identity.check-senders'

/** A DNS server that does not answer takes seconds. */
const CHECKED_AT_ONCE = 10

/** Looks the records of the sender's domain up: from then on the tenant's emails come from there, or not any more. */
export async function verifySender(ctx: Ctx): Promise<SenderRecord> {
  authorize(ctx, 'tenant.manage')
  const row = await read(ctx, (reader) => findSender(reader, ctx))
  if (!row) throw notFound()
  const checked = await checkSender(ctx, row)
  if (checked) return presentSender(checked)
  throw validationError({
    address: [errorText('documents.dnsLookupFailed', { host: domainOf(row.address) })],
  })
}

/** Checks the senders of all tenants; one whose records are gone is not used any more. */
export async function checkSenders(now: Date): Promise<void> {
  const tenantIds = (await listDueTenantIds(SENDER_QUEUE, now)).values()
  // All lanes take from one iterator: a domain that does not answer holds up only its own lane.
  const lanes = Array.from({ length: CHECKED_AT_ONCE }, async () => {
    for (const tenantId of tenantIds)
      await checkSenderOf(makeSystemCtx(tenantId, SENDER_QUEUE, now)).catch((error: unknown) =>
        log().error({ err: error, tenant: tenantId }, 'the domain of a sender could not be checked'),
      )
  })
  await Promise.all(lanes)
}

async function checkSenderOf(ctx: Ctx): Promise<void> {
  const row = await read(ctx, (reader) => findSender(reader, ctx))
  if (row) await checkSender(ctx, row)
}

/** @returns null where DNS does not answer, or the sender was changed meanwhile: then nothing is changed */
async function checkSender(ctx: Ctx, looked: SenderRow): Promise<SenderRow | null> {
  const found = await findRecords(looked)
  if (!found) return null
  const isVerified = found.tokenFound && found.keyFound
  const isLooked = and(eq(senderDomains.tenantId, ctx.tenantId), eq(senderDomains.token, looked.token))
  return write(ctx, async (tx) => {
    // Another check may have written its result during the lookup.
    const [row] = await tx.select().from(senderDomains).where(isLooked).for('update')
    if (!row) return null
    const wasVerified = row.verifiedAt !== null
    const [checked] = await tx
      .update(senderDomains)
      .set({
        ...found,
        checkedAt: ctx.now,
        verifiedAt: isVerified ? (row.verifiedAt ?? ctx.now) : null,
        lostAt: isVerified ? null : wasVerified ? ctx.now : row.lostAt,
      })
      .where(isLooked)
      .returning()
    if (isVerified !== wasVerified)
      await record(tx, ctx, {
        type: isVerified ? 'tenant.sender_verified' : 'tenant.sender_lost',
        subject: { tenant: ctx.tenantId },
        data: { address: row.address, domain: domainOf(row.address) },
      })
    return checked!
  })
}
