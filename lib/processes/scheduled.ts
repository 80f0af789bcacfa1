import { and, eq, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { processes, signers } from '#db/schema/processes'
import { signatureConfirmations } from '#db/schema/processes-links'
import { forEachDueTenant } from '#db/tenancy/due-tenants'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addDays, addSeconds, isFuture, MAX_OFFSET_SECONDS, now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'
import { findAwaited, lacksSignatures } from './confirmations.ts'
import { lockProcess } from './load.ts'
import type { SignerRow } from './present.ts'
import { awaitsProvider, isOver, processCan, processStates } from './rules.ts'
import { findSigners } from './signers/invite.ts'
import { remind, withSharers } from './signers/remind.ts'
import { markExpired } from './transitions.ts'

/** Expires every process whose expiry date has passed, in all tenants. */
export function expireDue(now: Date): Promise<void> {
  return forEachLive(now, 'expire', lte(processes.expiresAt, now), async (tx, ctx, id) => {
    const process = await lockProcess(tx, ctx, id)
    // Its sender may have extended it since the list was read.
    if (!processCan.expire(process).allowed || !isOver(process, now)) return
    // When everyone has signed and only the seal is missing, the process does not expire.
    const [found] = await tx.execute<{ lacks: boolean }>(
      sql`select ${lacksSignatures(tx, ctx, process)} as lacks`,
    )
    if (found!.lacks) await markExpired(tx, ctx, process)
  })
}

/** SQL: whether a running process has a signer to remind. `cross_tenant_list_due_tenants` has a wider condition. */
export function whereReminderDue(now: Date): SQL {
  const time = sql`${now.toISOString()}::timestamptz`
  // What is of the future was stored before the clock of the database was set back.
  const unlessFuture = (at: SQLWrapper) =>
    sql`case when ${at} <= ${time} + make_interval(secs => ${MAX_OFFSET_SECONDS}) then ${at} end`
  // As in `findAwaited`: no other process is locked.
  return sql`${processes.options} ->> 'reminder_days' is not null
    and (${processes.options} ->> 'enable_notifications')::boolean and exists (
      select from ${signers} where ${signers.tenantId} = ${processes.tenantId} and ${signers.processId} = ${processes.id}
        and ${signers.role} in ('signer', 'approver')
        and (${signers.status} in ('notified', 'viewed') or ${signers.status} = 'signed' and exists (
          select from ${signatureConfirmations} where ${signatureConfirmations.signerId} = ${signers.id}
            and ${signatureConfirmations.status} = 'waiting'))
        and ${signers.invitedAt} is not null and coalesce(
          greatest(
            coalesce(${unlessFuture(signers.remindedAt)}, ${unlessFuture(signers.invitedAt)}),
            ${unlessFuture(signers.signedAt)})
          + make_interval(days => (${processes.options} ->> 'reminder_days')::integer) <= ${time}, true))`
}

/** Sends the automatic reminders that are due, in all tenants. */
export function remindDue(now: Date): Promise<void> {
  return forEachLive(now, 'remind', whereReminderDue(now), async (tx, ctx, id) => {
    const process = await lockProcess(tx, ctx, id)
    const days = process.options.reminder_days
    if (days === null || !processCan.remind(process).allowed || isOver(process, now)) return
    const awaited = await findAwaited(tx, ctx, process, await findSigners(tx, ctx, id))
    const ifPast = (at: Date | null) => (at === null || isFuture(at, now) ? null : at)
    const isRecent = (at: Date | null) => at !== null && addDays(at, days) > now
    const due = awaited.filter(
      ({ invitedAt, remindedAt, signedAt }) =>
        invitedAt !== null && ![ifPast(remindedAt) ?? ifPast(invitedAt), ifPast(signedAt)].some(isRecent),
    )
    await remind(tx, ctx, process, withSharers(awaited, due))
  })
}

/** Its jobs remind signers who have left the page before they confirmed their signature. */
export const CONFIRMATION_REMINDER_QUEUE = 'processes.remind-to-confirm'
/** Who stays on the page has confirmed by then. */
const AWAY_SECONDS = 900

/** The data of such a job. */
export interface ConfirmationReminder {
  tenantId: number
  processId: number
  signerId: number
  /** When they were asked, as ISO 8601. */
  askedAt: string
}

export function enqueueConfirmationReminder(
  tx: Tx,
  { tenantId, now: askedAt }: Pick<Ctx, 'tenantId' | 'now'>,
  { id: signerId, processId }: Pick<SignerRow, 'id' | 'processId'>,
): Promise<void> {
  const data: ConfirmationReminder = { tenantId, processId, signerId, askedAt: askedAt.toISOString() }
  return enqueue(tx, CONFIRMATION_REMINDER_QUEUE, data, { startAfter: addSeconds(askedAt, AWAY_SECONDS) })
}

/** Reminds the signer once, if they still have to confirm: they may take it that they have signed. */
export async function remindToConfirm({
  tenantId,
  processId,
  signerId,
  askedAt,
}: ConfirmationReminder): Promise<void> {
  const ctx = makeSystemCtx(tenantId, CONFIRMATION_REMINDER_QUEUE, now())
  await write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    if (!process.options.enable_notifications || !processCan.remind(process).allowed) return
    if (isOver(process, ctx.now)) return
    const awaited = (await findAwaited(tx, ctx, process, await findSigners(tx, ctx, processId))).filter(
      (signer) => awaitsProvider(process, signer),
    )
    const away = awaited.filter(
      ({ id, remindedAt }) => id === signerId && (remindedAt === null || remindedAt < new Date(askedAt)),
    )
    await remind(tx, ctx, process, withSharers(awaited, away))
  })
}

/** Runs `callback` for each process in its own transaction; failures are thrown together at the end. */
function forEachLive(
  now: Date,
  job: 'expire' | 'remind',
  condition: SQL,
  callback: (tx: Tx, ctx: Ctx, id: number) => Promise<void>,
): Promise<void> {
  return forEachDueTenant(`processes.${job}`, now, async (tenantId) => {
    const ctx = makeSystemCtx(tenantId, `processes.${job}`, now)
    const failures: unknown[] = []
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
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} processes failed.`)
  })
}
