import { z } from 'zod'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { deleteJob, findJob, runJobNow } from '#lib/jobs/boss-internals'
import { errorText } from '#lib/messages/errors'
import { authorizeOperator } from './authorize.ts'
import { getOperatorId } from './tenants.ts'

/** What the buttons of the page send. */
export const operatorActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('retry_job'), job: z.uuid() }),
  z.strictObject({ action: z.literal('discard_job'), job: z.uuid() }),
])
export type OperatorAction = z.infer<typeof operatorActionSchema>

/** Does what a button of the page says. The audit log of the operator's own organisation names it and its subject. */
export async function runOperatorAction(ctx: Ctx, input: OperatorAction): Promise<void> {
  await authorizeOperator(ctx, 'installation.change')
  await changeJob(ctx, input)
}

/** Lets a job that does not run run now, or deletes it. @throws AppError `invalid_state` when it runs or has ended */
async function changeJob(ctx: Ctx, { action, job: id }: OperatorAction): Promise<void> {
  await write(ctx, async (tx) => {
    const job = await findJob(id, tx)
    const change = action === 'retry_job' ? runJobNow : deleteJob
    if (!job || !(await change(id, tx)))
      throw new AppError('invalid_state', errorText('operator.jobRunsOrHasEnded'))
    const { queue, tenantId, processId } = job
    await recordAction(tx, ctx, action, { job: id, queue, tenant_id: tenantId, process_id: processId })
  })
}

function recordAction(tx: Tx, ctx: Ctx, action: string, subject: Record<string, Json>): Promise<void> {
  return record(tx, ctx, {
    type: 'user.operator_acted',
    subject: { user: getOperatorId(ctx) },
    data: { action, ...subject },
  })
}
