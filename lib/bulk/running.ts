import { and, eq } from 'drizzle-orm'
import { bulkSends } from '#db/schema/bulk'
import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { ErrorText } from '#lib/messages/errors'
import { endWaiting, isTooHeavy, setStatus } from './control.ts'
import { type BulkSendRow, lockTemplateOf } from './present.ts'
import { makeJobCtx } from './sender.ts'

/** The data of a job that sends the next rows. */
export interface BulkSendJob {
  tenantId: number
  bulkSendId: number
}

/** Locks a bulk send that is running; of one that was cancelled meanwhile it ends the row that was being sent. */
export async function lockRunning(tx: Tx, job: BulkSendJob): Promise<BulkSendRow | null> {
  const bulkSend = await lock(tx, job)
  return bulkSend?.status === 'running' ? bulkSend : null
}

async function lock(tx: Tx, { tenantId, bulkSendId }: BulkSendJob): Promise<BulkSendRow | undefined> {
  await lockTemplateOf(tx, { tenantId }, bulkSendId)
  const [bulkSend] = await tx
    .select()
    .from(bulkSends)
    .where(and(eq(bulkSends.tenantId, tenantId), eq(bulkSends.id, bulkSendId)))
    .for('update')
  if (bulkSend?.status === 'cancelled') await endWaiting(tx, makeJobCtx(bulkSend), bulkSend)
  return bulkSend
}

/** Pauses a bulk send that is running or would go on by itself, with the reason for the sender to see. */
export async function pauseRunning(tx: Tx, ctx: Ctx, bulkSendId: number, reason: ErrorText): Promise<void> {
  const bulkSend = await lock(tx, { tenantId: ctx.tenantId, bulkSendId })
  if (bulkSend && (bulkSend.status === 'running' || isTooHeavy(bulkSend)))
    await setStatus(tx, { ...ctx, testMode: bulkSend.testMode }, bulkSend, 'paused', reason)
}

/** Lets a bulk send go on that was paused because its job was parked: that runs again, alone. */
export function resumeTooHeavy(job: BulkSendJob): Promise<void> {
  return write({ tenantId: job.tenantId }, async (tx) => {
    const bulkSend = await lock(tx, job)
    if (bulkSend && isTooHeavy(bulkSend)) await setStatus(tx, makeJobCtx(bulkSend), bulkSend, 'running')
  })
}
