import { z } from 'zod'
import { inScope, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { findJob, type OpenJob, runJobNow } from '#lib/jobs/boss-internals'
import { errorText } from '#lib/messages/errors'
import {
  BytesLimit,
  changeTerms,
  confirmTenantOf,
  MAX_LIMIT,
  PlanInput,
  resumeTenant,
  suspendTenant,
} from '../change-tenant.ts'
import type { Run } from '../context.ts'
import { discard } from '../jobs.ts'
import { sealProcess } from '../seal-process.ts'
import { authorizeOperator } from './authorize.ts'
import { getOperatorId } from './tenants.ts'

const Id = z.number().int().positive()
const Limit = z.number().int().min(0).max(MAX_LIMIT)

const terms = z.strictObject({
  ...PlanInput.shape,
  documents: Limit,
  signatures: Limit,
  bytes: BytesLimit.nullable(),
})

/** What the buttons of the page send; of the terms those that were changed, and with `seen` what the page showed. */
export const operatorActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('retry_job'), job: z.uuid() }),
  z.strictObject({ action: z.literal('discard_job'), job: z.uuid() }),
  z.strictObject({ action: z.literal('seal_process'), process: Id }),
  z.strictObject({ action: z.literal('suspend_tenant'), organisation: Id }),
  z.strictObject({ action: z.literal('resume_tenant'), organisation: Id }),
  z.strictObject({ action: z.literal('confirm_tenant'), organisation: Id }),
  z.strictObject({
    action: z.literal('change_terms'),
    organisation: Id,
    ...terms.partial().shape,
    seen: terms,
  }),
])
export type OperatorAction = z.infer<typeof operatorActionSchema>
type JobAction = Extract<OperatorAction, { job: string }>

/**
 * Does what a button of the page says. The audit log of the operator's own organisation names it and its subject; that of
 * a changed organisation has the change, by `operator`.
 */
export async function runOperatorAction(ctx: Ctx, input: OperatorAction): Promise<void> {
  await authorizeOperator(ctx, 'installation.change')
  const { action } = input
  switch (action) {
    case 'retry_job':
    case 'discard_job':
      return changeJob(ctx, input)
    case 'seal_process':
      await sealProcess(input.process, recorded(ctx, action, { process_id: input.process }))
      return
    case 'suspend_tenant':
      if (input.organisation === ctx.tenantId)
        throw new AppError('invalid_state', errorText('operator.ownOrganisation'))
      return suspendTenant(input.organisation, recorded(ctx, action))
    case 'resume_tenant':
      return resumeTenant(input.organisation, recorded(ctx, action))
    case 'confirm_tenant':
      return confirmTenantOf(input.organisation, recorded(ctx, action))
    case 'change_terms': {
      const { action: _, organisation, seen, ...changed } = input
      return changeTerms(organisation, changed, { seen, run: recorded(ctx, action, changed) })
    }
  }
}

/** Runs a change of an organisation and records it in the operator's own, in one transaction. */
function recorded(ctx: Ctx, action: string, subject: Record<string, Json> = {}): Run {
  return (other, change) =>
    write(ctx, async (tx) => {
      await inScope(tx, { own: ctx, other }, change)
      await recordAction(tx, ctx, action, { tenant_id: other.tenantId, ...subject })
    })
}

/** Lets a job that does not run run now, or deletes it. @throws AppError `invalid_state` when it runs or has ended */
async function changeJob(ctx: Ctx, { action, job: id }: JobAction): Promise<void> {
  const change = async (tx: Tx) => {
    const job = await findJob(id, tx)
    if (!job || !(await (action === 'retry_job' ? runJobNow(id, tx) : discardInScope(tx, ctx, job))))
      throw new AppError('invalid_state', errorText('operator.jobRunsOrHasEnded'))
    const { queue, tenantId, processId } = job
    await recordAction(tx, ctx, action, { job: id, queue, tenant_id: tenantId, process_id: processId })
  }
  await write(ctx, change, { deadlockRetries: 5 })
}

function discardInScope(tx: Tx, ctx: Ctx, job: OpenJob): Promise<boolean> {
  const other = job.tenantId === null ? ctx : { tenantId: job.tenantId }
  return inScope(tx, { own: ctx, other }, () => discard(tx, job))
}

function recordAction(tx: Tx, ctx: Ctx, action: string, subject: Record<string, Json>): Promise<void> {
  return record(tx, ctx, {
    type: 'user.operator_acted',
    subject: { user: getOperatorId(ctx) },
    data: { action, ...subject },
  })
}
