import { and, between, eq, lte, max, sql } from 'drizzle-orm'
import { whereBetween } from '#db/lists/search'
import { events } from '#db/schema/audit'
import { tenants } from '#db/schema/identity'
import { processes } from '#db/schema/processes'
import { endNotices, vaultDocuments } from '#db/schema/vault'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays, latest } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { log } from '#lib/core/log'

/** How long after its end a contract, or the retention of a document that stays, is still announced. */
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
  const { id, endNoticeDays, deleteAfterRetention } = tenants
  const [tenant] = await read(ctx, (reader) =>
    reader
      .select({ days: endNoticeDays, deletes: deleteAfterRetention })
      .from(tenants)
      .where(eq(id, ctx.tenantId)),
  )
  if (!tenant || tenant.days === null) return
  const earliest = addDays(ctx.now, -LATE_DAYS)
  const period = {
    from: dayOf(latest(earliest, (await findSwitchedOn(ctx)) ?? earliest)),
    until: dayOf(addDays(ctx.now, tenant.days)),
  }
  await write(ctx, (tx) => announceRetention(tx, ctx, period, tenant.deletes))
  await write(ctx, (tx) => announceContracts(tx, ctx, period))
}

/** When the tenant began to want notices: what ended before is no news to it. */
async function findSwitchedOn(ctx: Ctx): Promise<Date | null> {
  const change = sql`${events.data} #> '{changes,end_notice_days}'`
  const [last] = await read(ctx, (reader) =>
    reader
      .select({ at: max(events.occurredAt) })
      .from(events)
      .where(
        and(
          eq(events.tenantId, ctx.tenantId),
          eq(events.type, 'tenant.updated'),
          lte(events.occurredAt, ctx.now),
          sql`${change} -> 'from' = 'null'`,
        ),
      ),
  )
  return last?.at ?? null
}

interface Period {
  /** Days, the first and the last. The first ones are over: nothing announced them, as the service was off. */
  from: string
  until: string
}

/**
 * One event for all documents; those under legal hold stay anyway. Where documents are deleted after their retention, all
 * that were not announced are, whenever it ended, with the last day on which they stay (delete.ts).
 */
async function announceRetention(tx: Tx, ctx: Ctx, { from, until }: Period, deletes: boolean): Promise<void> {
  const { tenantId, id, testMode, holdSetAt, expiresAt } = vaultDocuments
  const endsOn = deletes ? sql`${until}::date` : sql`(${expiresAt} at time zone 'UTC')::date`
  const noticed = await tx.execute<{ ends_on: string }>(sql`
    insert into ${endNotices} (tenant_id, ending, record_id, ends_on, created_at)
    select ${tenantId}, 'retention', ${id}, ${endsOn}, ${ctx.now.toISOString()}
    from ${vaultDocuments}
    where ${tenantId} = ${ctx.tenantId} and not ${testMode} and ${holdSetAt} is null
      and ${whereBetween(expiresAt, deletes ? undefined : from, until)}
      and not exists (select from ${endNotices} where ${endNotices.tenantId} = ${tenantId}
        and ${endNotices.ending} = 'retention' and ${endNotices.recordId} = ${id})
    on conflict do nothing returning ends_on::text`)
  const [first] = noticed.map((row) => row.ends_on).sort()
  if (!first) return
  await record(tx, ctx, {
    type: 'tenant.retention_ending',
    subject: { tenant: ctx.tenantId },
    data: { count: noticed.length, first_ends_on: first },
  })
}

/** One event for each contract: its sender is told. A day that was changed is announced again. */
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
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && dayOf(instant) === text
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
