import { and, eq } from 'drizzle-orm'
import { senderDomains } from '#db/schema/mail'
import { listTenantIds } from '#db/tenancy/cross-tenant'
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
  for (const tenantId of await listTenantIds()) {
    const ctx = makeSystemCtx(tenantId, SENDER_QUEUE, now)
    const row = await read(ctx, (reader) => findSender(reader, ctx))
    if (!row) continue
    await checkSender(ctx, row).catch((error: unknown) =>
      log().error({ err: error, tenant: tenantId }, 'the domain of a sender could not be checked'),
    )
  }
}

/** @returns null where DNS does not answer, or the sender was changed meanwhile: then nothing is changed */
async function checkSender(ctx: Ctx, row: SenderRow): Promise<SenderRow | null> {
  const found = await findRecords(row)
  if (!found) return null
  const isVerified = found.tokenFound && found.keyFound
  const wasVerified = row.verifiedAt !== null
  const change = {
    ...found,
    checkedAt: ctx.now,
    verifiedAt: isVerified ? (row.verifiedAt ?? ctx.now) : null,
    lostAt: isVerified ? null : wasVerified ? ctx.now : row.lostAt,
  }
  return write(ctx, async (tx) => {
    const [checked] = await tx
      .update(senderDomains)
      .set(change)
      .where(and(eq(senderDomains.tenantId, ctx.tenantId), eq(senderDomains.token, row.token)))
      .returning()
    if (!checked) return null
    if (isVerified !== wasVerified)
      await record(tx, ctx, {
        type: isVerified ? 'tenant.sender_verified' : 'tenant.sender_lost',
        subject: { tenant: ctx.tenantId },
        data: { address: row.address, domain: domainOf(row.address) },
      })
    return checked
  })
}
