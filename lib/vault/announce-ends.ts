import { and, between, eq, lte, sql } from 'drizzle-orm'
import { whereBetween } from '#db/lists/search'
import { tenants } from '#db/schema/identity'
import { processes } from '#db/schema/processes'
import { endNotices, vaultDocuments } from '#db/schema/vault'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays, dayAfter, dayStart, earliest, latest } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { formatUtcDay } from '#lib/core/text/format-day'
import { isOutdated, isReleased } from './end-notices.ts'

/** How long after its end a contract, or the retention of a document that stays, is announced if the service was off. */
const LATE_DAYS = 31

/** Records, once each, what ends within the days that the tenant has chosen. */
export async function announceEnds(now: Date): Promise<void> {
  for (const tenantId of await listTenantIds()) {
    const ctx = makeSystemCtx(tenantId, 'vault.announce-ends', now)
    await announceOfTenant(ctx).catch((error: unknown) =>
      log().error({ err: error, tenant: tenantId }, 'the ends of a tenant could not be announced'),
    )
  }
}

async function announceOfTenant(ctx: Ctx): Promise<void> {
  const { id, endNoticeDays, deleteAfterRetention, endsAnnouncedOn } = tenants
  const [tenant] = await read(ctx, (reader) =>
    reader
      .select({ days: endNoticeDays, deletes: deleteAfterRetention, lastDay: endsAnnouncedOn })
      .from(tenants)
      .where(eq(id, ctx.tenantId)),
  )
  if (!tenant) return
  const { days, deletes, lastDay } = tenant
  if (days !== null) {
    const period = { from: formatUtcDay(firstDay(ctx, lastDay)), until: formatUtcDay(addDays(ctx.now, days)) }
    await write(ctx, (tx) => announceRetention(tx, ctx, period, deletes))
    await write(ctx, (tx) => announceContracts(tx, ctx, period))
  }
  // Also without notices: what ends until they are wanted is not announced late.
  await write(ctx, (tx) =>
    tx
      .update(tenants)
      .set({ endsAnnouncedOn: formatUtcDay(ctx.now) })
      .where(eq(id, ctx.tenantId)),
  )
}

/** Today, or the day after the last one on which ends were announced, if the service was off since. */
function firstDay({ now }: Ctx, lastDay: string | null): Date {
  return lastDay ? earliest(now, latest(dayAfter(lastDay), addDays(now, -LATE_DAYS))) : now
}

interface Period {
  /** Days, the first and the last. */
  from: string
  until: string
}

/**
 * One event for all documents; those under legal hold stay anyway. Where documents are deleted after their retention, all
 * that were not announced are, whenever it ended, with the last day on which they stay (delete.ts).
 */
async function announceRetention(tx: Tx, ctx: Ctx, { from, until }: Period, deletes: boolean): Promise<void> {
  const { tenantId, id, testMode, holdSetAt, expiresAt } = vaultDocuments
  const isVoid = deletes ? isOutdated : isReleased
  const endsOn = deletes ? sql`${until}::date` : sql`(${expiresAt} at time zone 'UTC')::date`
  const [noticed] = await tx.execute<{ count: number; first: string | null }>(sql`
    with noticed as (
      insert into ${endNotices} (tenant_id, ending, record_id, ends_on, created_at)
      select ${tenantId}, 'retention', ${id}, ${endsOn}, ${ctx.now.toISOString()}
      from ${vaultDocuments}
      where ${tenantId} = ${ctx.tenantId} and not ${testMode} and ${holdSetAt} is null
        and ${whereBetween(expiresAt, deletes ? undefined : from, until)}
        and not exists (select from ${endNotices} where ${endNotices.tenantId} = ${tenantId}
          and ${endNotices.ending} = 'retention' and ${endNotices.recordId} = ${id} and not ${isVoid})
      on conflict (tenant_id, ending, record_id, ends_on)
        do update set created_at = excluded.created_at where ${isVoid}
      returning ends_on)
    select count(*)::int as count, min(ends_on)::text as first from noticed`)
  if (!noticed?.first) return
  await record(tx, ctx, {
    type: 'tenant.retention_ending',
    subject: { tenant: ctx.tenantId },
    data: {
      count: noticed.count,
      first_ends_on: noticed.first,
      ...(deletes && { delete_after_retention: true }),
    },
  })
}

/**
 * One event for each contract that was completed by its last day, for an email to its sender. A day that was changed is
 * announced again.
 */
async function announceContracts(tx: Tx, ctx: Ctx, { from, until }: Period): Promise<void> {
  const day = sql<string>`${processes.metadata} ->> 'ends_on'`
  const ending = await tx
    .select({ id: processes.id, endsOn: day })
    .from(processes)
    .where(
      and(
        eq(processes.tenantId, ctx.tenantId),
        eq(processes.testMode, false),
        eq(processes.status, 'completed'),
        between(day, from, until),
        lte(sql`to_char(${processes.completedAt} at time zone 'UTC', 'YYYY-MM-DD')`, day),
      ),
    )
  for (const { id, endsOn } of ending.filter((process) => isDay(process.endsOn))) {
    const [noticed] = await tx
      .insert(endNotices)
      .values({ tenantId: ctx.tenantId, ending: 'contract', recordId: id, endsOn, createdAt: ctx.now })
      .onConflictDoNothing()
      .returning({ id: endNotices.recordId })
    if (!noticed) continue
    await record(tx, ctx, {
      type: 'tenant.contract_ending',
      subject: { tenant: ctx.tenantId },
      data: { process_id: id, ends_on: endsOn },
    })
  }
}

/** Metadata may be anything. */
function isDay(text: string): boolean {
  const instant = dayStart(text)
  return !Number.isNaN(instant.getTime()) && formatUtcDay(instant) === text
}
