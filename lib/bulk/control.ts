import { and, eq } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { processes } from '#db/schema/processes'
import { inScope, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { listJobsOfBulkSend, runJobNow } from '#lib/jobs/boss-internals'
import { englishMessage } from '#lib/messages/english'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { deleteUse } from '#lib/templates/use'
import { enqueueBulkSend } from './create.ts'
import type { BulkSendRow } from './present.ts'
import { lockBulkSend, presentBulkSend } from './present.ts'
import type { BulkSendRecord } from './schema.ts'
import { makeJobCtx, makeRowCtx } from './sender.ts'

/**
 * Pauses it: no more rows are sent; a row that is being sent is finished. One that is paused because its job was parked
 * does not go on by itself any more. Repeating this changes nothing.
 */
export function pauseBulkSend(ctx: Ctx, id: number): Promise<BulkSendRecord> {
  authorize(ctx, 'process.send')
  return changeStatus(ctx, id, ['running', 'paused'], 'paused')
}

/**
 * Sends the remaining rows, in the name of the caller if its initiator may not send them any more. This changes nothing
 * while it is running and has a job that waits or runs.
 */
export function resumeBulkSend(ctx: Ctx, id: number): Promise<BulkSendRecord> {
  authorize(ctx, 'process.send')
  return changeStatus(ctx, id, ['paused', 'running'], 'running')
}

/**
 * Cancels it: the remaining rows are not sent, and the draft that a job has left is deleted; sent processes continue.
 * Repeating this changes nothing.
 */
export function cancelBulkSend(ctx: Ctx, id: number): Promise<BulkSendRecord> {
  authorize(ctx, 'process.send')
  return changeStatus(ctx, id, ['running', 'paused', 'cancelled'], 'cancelled')
}

type Status = BulkSendRow['status']

const eventByAction = {
  paused: 'bulk_send.paused',
  running: 'bulk_send.resumed',
  cancelled: 'bulk_send.cancelled',
  completed: 'bulk_send.completed',
} as const

function changeStatus(ctx: Ctx, id: number, from: Status[], to: Status): Promise<BulkSendRecord> {
  const change = async (tx: Tx) => {
    const bulkSend = await lockBulkSend(tx, ctx, id)
    if (!from.includes(bulkSend.status))
      throw invalidState(errorText('refusals.bulkSendEnded'), bulkSend.status)
    // The job of one that is running may have been lost.
    const jobs = to === 'paused' ? [] : await listJobsOfBulkSend(ctx.tenantId, id, tx)
    // While it has a job and is not paused, the draft may be being sent: then its job deletes it if that fails.
    const endsNow = to === 'cancelled' && (bulkSend.status === 'paused' || jobs.length === 0)
    if (endsNow) {
      // The draft may have been moved to a folder that the caller has no access to.
      const jobCtx = makeJobCtx(bulkSend)
      await inScope(tx, { own: ctx, other: jobCtx }, (tx) => endWaiting(tx, jobCtx, bulkSend))
    }
    const isUnchanged = bulkSend.status === to && (to === 'running' ? jobs.length > 0 : !isTooHeavy(bulkSend))
    if (isUnchanged) return presentBulkSend(tx, ctx, bulkSend)
    const changedBulkSend = await setStatus(tx, ctx, bulkSend, to)
    if (to === 'running') {
      if ('key' in (await makeRowCtx(tx, ctx, bulkSend))) await takeOver(tx, ctx, id)
      const waitingJob = jobs.find(({ state }) => state !== 'running')
      if (waitingJob) await runJobNow(waitingJob.id, tx)
      else await enqueueBulkSend(tx, ctx, id)
    }
    return presentBulkSend(tx, ctx, changedBulkSend)
  }
  return write(ctx, change, { deadlockRetries: 5 })
}

/** Whether it was paused because its job was parked: it goes on when that runs again. */
export function isTooHeavy({ status, pauseReason }: BulkSendRow): boolean {
  return status === 'paused' && pauseReason?.key === 'failures.bulkSendTooHeavy'
}

/**
 * Of a cancelled bulk send: a row whose process was sent, by a user or by a job that was killed before it updated the row,
 * is sent; the draft that a job has left is deleted. It waits for the end of a sending.
 */
export async function endWaiting(tx: Tx, ctx: Ctx, { id }: BulkSendRow): Promise<void> {
  const [waiting] = await tx
    .select({
      rowId: bulkSendRows.id,
      processId: processes.id,
      status: processes.status,
      sentAt: processes.sentAt,
    })
    .from(bulkSendRows)
    .innerJoin(processes, eq(processes.id, bulkSendRows.processId))
    .where(
      and(
        eq(bulkSendRows.tenantId, ctx.tenantId),
        eq(bulkSendRows.bulkSendId, id),
        eq(bulkSendRows.status, 'pending'),
      ),
    )
    .for('update', { of: processes })
  if (waiting?.status === 'draft') await deleteUse(tx, ctx, waiting.processId)
  if (waiting?.sentAt)
    await tx
      .update(bulkSendRows)
      .set({ status: 'sent' })
      .where(and(eq(bulkSendRows.tenantId, ctx.tenantId), eq(bulkSendRows.id, waiting.rowId)))
}

async function takeOver(tx: Tx, { tenantId, actor, address }: Ctx, id: number): Promise<void> {
  if (actor.type !== 'user' && actor.type !== 'api_key') return
  await tx
    .update(bulkSends)
    .set({ actor, address })
    .where(and(eq(bulkSends.tenantId, tenantId), eq(bulkSends.id, id)))
}

/** Sets the status of a locked bulk send and records the event. */
export async function setStatus(
  tx: Tx,
  ctx: Ctx,
  { id, templateId }: BulkSendRow,
  status: Status,
  pauseReason: ErrorText | null = null,
): Promise<BulkSendRow> {
  const hasEnded = status === 'completed' || status === 'cancelled'
  const [changedBulkSend] = await tx
    .update(bulkSends)
    .set({ status, pauseReason, endedAt: hasEnded ? ctx.now : null })
    .where(and(eq(bulkSends.tenantId, ctx.tenantId), eq(bulkSends.id, id)))
    .returning()
  await record(tx, ctx, {
    type: eventByAction[status],
    subject: templateId === null ? { tenant: ctx.tenantId } : { template: templateId },
    data: {
      bulk_send_id: id,
      template_id: templateId,
      reason: pauseReason && englishMessage(pauseReason),
      test_mode: ctx.testMode,
    },
  })
  return changedBulkSend!
}
