import { and, between, eq, lt, sql } from 'drizzle-orm'
import { dayStart, whereBetween } from '#db/lists/search'
import { events } from '#db/schema/audit'
import { tenants } from '#db/schema/identity'
import { processes } from '#db/schema/processes'
import { endNotices, vaultDocuments } from '#db/schema/vault'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { whereReleasedLate } from './legal-hold.ts'

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
  const { id, endNoticeDays } = tenants
  const [tenant] = await read(ctx, (reader) =>
    reader.select({ days: endNoticeDays }).from(tenants).where(eq(id, ctx.tenantId)),
  )
  const { days = null } = tenant ?? {}
  if (days === null) return
  const period = { from: dayOf(ctx.now), until: dayOf(addDays(ctx.now, days)) }
  await write(ctx, (tx) => announceRetention(tx, ctx, period, days))
  await write(ctx, (tx) => announceContracts(tx, ctx, period))
}

interface Period {
  /** Days, the first and the last. */
  from: string
  until: string
}

/**
 * One event for all documents; those under legal hold stay anyway. One whose hold was released after its retention had
 * ended is announced with the day until which it stays.
 */
async function announceRetention(tx: Tx, ctx: Ctx, { from, until }: Period, days: number): Promise<void> {
  const created = ctx.now.toISOString()
  const ending = await tx.execute<{ ends_on: string }>(sql`
    insert into ${endNotices} (tenant_id, ending, record_id, ends_on, created_at)
    select tenant_id, 'retention', id, (expires_at at time zone 'UTC')::date, ${created}
    from ${vaultDocuments}
    where tenant_id = ${ctx.tenantId} and not test_mode and hold_set_at is null
      and ${whereBetween(vaultDocuments.expiresAt, from, until)}
    on conflict do nothing returning ends_on::text`)
  const released = await tx.execute<{ ends_on: string }>(sql`
    insert into ${endNotices} (tenant_id, ending, record_id, ends_on, created_at)
    select ${ctx.tenantId}, 'retention', ${vaultDocuments.id},
      ((max(${events.occurredAt}) + make_interval(days => ${days}::int)) at time zone 'UTC')::date, ${created}
    from ${vaultDocuments} join ${events} on ${whereReleasedLate(ctx, sql`${days}::int`)}
    where ${vaultDocuments.tenantId} = ${ctx.tenantId} and not ${vaultDocuments.testMode}
      and ${vaultDocuments.holdSetAt} is null and ${lt(vaultDocuments.expiresAt, dayStart(from))}
    group by ${vaultDocuments.id}
    on conflict do nothing returning ends_on::text`)
  const noticed = [...ending, ...released]
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
