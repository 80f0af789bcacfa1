import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addDays, latest } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { findAwaited, lacksSignatures } from './confirmations.ts'
import { lockProcess } from './load.ts'
import { processCan, processStates } from './rules.ts'
import { findSigners } from './signers/invite.ts'
import { remind, withSharers } from './signers/remind.ts'
import { markExpired } from './transitions.ts'

/** Expires every process whose expiry date has passed, in all tenants. */
export function expireDue(now: Date): Promise<void> {
  return forEachLive(now, 'expire', lte(processes.expiresAt, now), async (tx, ctx, id) => {
    const process = await lockProcess(tx, ctx, id)
    if (!processCan.expire(process).allowed) return
    // When everyone has signed and only the seal is missing, the process does not expire.
    const [found] = await tx.execute<{ lacks: boolean }>(
      sql`select ${lacksSignatures(tx, ctx, process)} as lacks`,
    )
    if (found!.lacks) await markExpired(tx, ctx, process)
  })
}

/** Sends the automatic reminders that are due, in all tenants. */
export function remindDue(now: Date): Promise<void> {
  const remindable = sql`${processes.options} ->> 'reminder_days' is not null and (${processes.options} ->> 'enable_notifications')::boolean`
  return forEachLive(now, 'remind', remindable, async (tx, ctx, id) => {
    const process = await lockProcess(tx, ctx, id)
    const days = process.options.reminder_days
    if (days === null || !processCan.remind(process).allowed) return
    const awaited = await findAwaited(tx, ctx, process, await findSigners(tx, ctx, id))
    const due = awaited.filter(({ signedAt, remindedAt, invitedAt }) => {
      const asked = remindedAt ?? invitedAt
      return asked !== null && addDays(latest(asked, signedAt ?? asked), days) <= now
    })
    await remind(tx, ctx, process, withSharers(awaited, due))
  })
}

/** Runs `callback` for each process in its own transaction; failures are thrown together at the end. */
async function forEachLive(
  now: Date,
  job: string,
  condition: ReturnType<typeof sql>,
  callback: (tx: Tx, ctx: Ctx, id: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const tenantId of await listTenantIds()) {
    const ctx = makeSystemCtx(tenantId, `processes.${job}`, now)
    const due = await read(ctx, (reader) =>
      reader
        .select({ id: processes.id })
        .from(processes)
        .where(
          and(
            eq(processes.tenantId, tenantId),
            inArray(processes.status, [...processStates.expire.from]),
            condition,
          ),
        ),
    )
    for (const { id } of due) {
      await write(ctx, (tx) => callback(tx, ctx, id)).catch((error: unknown) => failures.push(error))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} processes failed.`)
}
