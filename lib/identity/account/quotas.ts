import { and, eq, sql } from 'drizzle-orm'
import { countBytes } from '#db/lists/counters'
import { events } from '#db/schema/audit'
import { tenants, usage } from '#db/schema/identity'
import { inScope, type Reader, type Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { quotaExceeded, storageExceeded } from '#lib/core/errors'
import { monthStart, toMonth } from '../rules.ts'

export type Quota = 'documents' | 'signatures'

const quotaColumns = {
  documents: { used: usage.documents, limit: tenants.documentsLimit },
  signatures: { used: usage.signatures, limit: tenants.signaturesLimit },
}

/**
 * Reserves `count` of the tenant's quota of this calendar month (UTC). One statement checks and counts, and the row
 * of `usage` stays locked until `tx` commits. Test mode uses no quota. Reaching 80 or 100 % is recorded.
 * @throws AppError `quota_exceeded` when fewer than `count` are left.
 */
export async function reserveQuota(tx: Tx, ctx: Ctx, quota: Quota, count: number): Promise<void> {
  if (ctx.testMode || count === 0) return
  const { limit } = quotaColumns[quota]
  const usedColumn = sql.identifier(quota)
  const month = toMonth(ctx.now)
  const [reserved] = await tx.execute<{ used: number; limit: number }>(sql`
    insert into usage (tenant_id, month, ${usedColumn})
      select id, ${month}::date, ${count}::integer from tenants where id = ${ctx.tenantId} and ${count} <= ${limit}
    on conflict (tenant_id, month) do update set ${usedColumn} = usage.${usedColumn} + excluded.${usedColumn}
      where usage.${usedColumn} + excluded.${usedColumn} <= (select ${limit} from tenants where id = ${ctx.tenantId})
    returning ${usedColumn} as used, (select ${limit} from tenants where id = ${ctx.tenantId}) as "limit"`)
  if (reserved) return recordReached(tx, ctx, quota, { ...reserved, before: reserved.used - count })
  const current = await findUsage(tx, ctx.tenantId, ctx.now)
  throw quotaExceeded(quota, current[quota].limit, current[quota].used, monthStart(ctx.now, 1))
}

/**
 * Checks what `tx` has stored against the tenant's limit of bytes: after it is stored, at the end of `tx`. The tenant
 * stays locked until then, so that of two uploads the second counts the first.
 * @throws AppError `quota_exceeded`
 */
export async function assertStorageLeft(tx: Tx, ctx: Ctx): Promise<void> {
  const isTenant = eq(tenants.id, ctx.tenantId)
  const columns = { limit: tenants.bytesLimit }
  const [tenant] = await tx.select(columns).from(tenants).where(isTenant).for('no key update')
  if (tenant!.limit === null) return
  const used = await countAllBytes(tx, ctx)
  if (used > tenant!.limit) throw storageExceeded(tenant!.limit, used)
}

/** The bytes that the tenant has stored in all folders and both modes. */
export function countAllBytes(reader: Reader, ctx: Ctx): Promise<number> {
  const whole = { tenantId: ctx.tenantId }
  return inScope(reader, { own: ctx, other: whole }, () => countBytes(reader, whole))
}

/** The percentages of a quota at which an event is recorded, highest first. */
const REPORTED_PERCENT = [100, 80] as const

/**
 * Records that a percentage of a quota is reached: each once a month and limit, and only the higher one if both are
 * reached at once. The caller has locked the row of `usage`, so that no other transaction records the same.
 */
async function recordReached(
  tx: Tx,
  ctx: Ctx,
  quota: Quota,
  { before, used, limit }: { before: number; used: number; limit: number },
): Promise<void> {
  const percent = REPORTED_PERCENT.find(
    (percentage) => before * 100 < limit * percentage && used * 100 >= limit * percentage,
  )
  if (percent === undefined) return
  const month = toMonth(ctx.now)
  const [recorded] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.tenantId, ctx.tenantId),
        eq(events.type, 'quota.reached'),
        sql`${events.data} ->> 'quota' = ${quota} and ${events.data} ->> 'month' = ${month}`,
        sql`(${events.data} ->> 'percent')::integer >= ${percent}`,
        // Who gets a higher limit within the month reaches it, too.
        sql`(${events.data} ->> 'limit')::integer = ${limit}`,
      ),
    )
    .limit(1)
  if (recorded) return
  const resets_at = monthStart(ctx.now, 1).toISOString()
  await record(tx, ctx, {
    type: 'quota.reached',
    subject: { tenant: ctx.tenantId },
    data: { quota, percent, used, limit, month, resets_at },
  })
}

/** A reservation with the time and mode of the request that made it; it may be refunded later by a job. */
interface Reservation {
  count: number
  at: Date
  testMode: boolean
}

/** Refunds a reservation to the month in which it was made. */
export async function refundQuota(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId'>,
  quota: Quota,
  { count, at, testMode }: Reservation,
): Promise<void> {
  if (testMode || count === 0) return
  const { used: usedColumn } = quotaColumns[quota]
  await tx
    .update(usage)
    .set({ [quota]: sql`greatest(0, ${usedColumn} - ${count})` })
    .where(and(eq(usage.tenantId, ctx.tenantId), eq(usage.month, toMonth(at))))
}

/** The quotas of a tenant with their usage in the month of `time`, its limit of bytes (null: none), and its settings. */
export async function findUsage(reader: Pick<Tx, 'select'>, tenantId: number, time: Date) {
  const [row] = await reader
    .select({
      documents: { limit: tenants.documentsLimit, used: sql<number>`coalesce(${usage.documents}, 0)` },
      signatures: { limit: tenants.signaturesLimit, used: sql<number>`coalesce(${usage.signatures}, 0)` },
      bytesLimit: tenants.bytesLimit,
      name: tenants.name,
      subscriptionType: tenants.subscriptionType,
      retentionYears: tenants.retentionYears,
      deleteAfterRetention: tenants.deleteAfterRetention,
      endNoticeDays: tenants.endNoticeDays,
      refuseActiveContent: tenants.refuseActiveContent,
      color: tenants.color,
      replyTo: tenants.replyTo,
      locale: tenants.locale,
      expiresInDays: tenants.expiresInDays,
      reminderDays: tenants.reminderDays,
      signatureKinds: tenants.signatureKinds,
      embedOrigins: tenants.embedOrigins,
      showSigningLinks: tenants.showSigningLinks,
      requireSecondFactor: tenants.requireSecondFactor,
      sessionIdleMinutes: tenants.sessionIdleMinutes,
    })
    .from(tenants)
    .leftJoin(usage, and(eq(usage.tenantId, tenants.id), eq(usage.month, toMonth(time))))
    .where(eq(tenants.id, tenantId))
  return row!
}
