import { and, eq, inArray } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { refundQuota, reserveQuota } from '#lib/identity/account/quotas'
import { toMonth } from '#lib/identity/rules'
import type { ProcessRow, SignerRow } from '../present.ts'

/**
 * Reserves a signature of the tenant's quota for each signer. Called last: the tenant's counter stays locked until the
 * transaction ends.
 * @throws AppError `quota_exceeded`
 */
export async function reserveSignatures(tx: Tx, ctx: Ctx, people: Pick<SignerRow, 'id'>[]): Promise<void> {
  await setReservedAt(tx, ctx, people, ctx.now)
  await reserveQuota(tx, ctx, 'signatures', people.length)
}

/** Refunds the signatures that were reserved and not given, each to the month in which it was reserved. */
export async function refundSignatures(
  tx: Tx,
  ctx: Ctx,
  { testMode }: Pick<ProcessRow, 'testMode'>,
  people: SignerRow[],
): Promise<void> {
  const unused = people.flatMap(({ id, status, quotaReservedAt }) =>
    quotaReservedAt && status !== 'signed' ? [{ id, month: toMonth(quotaReservedAt) }] : [],
  )
  await setReservedAt(tx, ctx, unused, null)
  const byMonth = Map.groupBy(unused, ({ month }) => month)
  // In a fixed order, so that two concurrent refunds cannot deadlock.
  for (const month of [...byMonth.keys()].sort()) {
    const count = byMonth.get(month)!.length
    await refundQuota(tx, ctx, 'signatures', { count, at: new Date(month), testMode })
  }
}

async function setReservedAt(
  tx: Tx,
  { tenantId }: Ctx,
  people: Pick<SignerRow, 'id'>[],
  quotaReservedAt: Date | null,
): Promise<void> {
  const ids = people.map(({ id }) => id)
  const isAmongThem = and(eq(signers.tenantId, tenantId), inArray(signers.id, ids))
  await tx.update(signers).set({ quotaReservedAt }).where(isAmongThem)
}
