import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type EnqueueOptions, enqueue } from '#lib/jobs/enqueue'

/** Its jobs run the pending steps of a process: prepare documents, embed signatures, seal. */
export const REVISION_QUEUE = 'processes.seal'

/** Its jobs embed the signatures that remote signing services make: they may wait for a person, other steps never do. */
export const REMOTE_QUEUE = 'processes.sign-remotely'

/**
 * Enqueues the job that runs the pending steps of a process; one job per process at a time. `tx` has locked the
 * process: a job that waits already also runs the steps of this transaction.
 */
export function enqueueRevisions(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, processId: number): Promise<void> {
  return enqueueSteps(tx, REVISION_QUEUE, ctx, processId)
}

/**
 * Like `enqueueRevisions`, for a signature: it does not wait until all documents of a bulk send are prepared. The
 * signatures of a tenant are a group of their own, which takes turns with all other groups.
 */
export function enqueueSignature(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, processId: number): Promise<void> {
  return enqueueSteps(tx, REVISION_QUEUE, ctx, processId, { group: `${ctx.tenantId}:signatures` })
}

/** Like `enqueueRevisions`, for the signature of a remote signing service. */
export function enqueueRemoteSignature(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, processId: number): Promise<void> {
  return enqueueSteps(tx, REMOTE_QUEUE, ctx, processId)
}

/** Enqueues the job at an instant at which a signer may be asked again; the signatures of others do not wait for it. */
export function enqueueLater(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  { processId, id }: { processId: number; id: number },
  startAfter: Date,
): Promise<void> {
  const options = { singletonKey: `process:${processId}:signer:${id}`, mergeable: true, startAfter }
  return enqueue(tx, REMOTE_QUEUE, { tenantId, processId, isLater: true }, options)
}

function enqueueSteps(
  tx: Tx,
  queue: string,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  processId: number,
  more: Pick<EnqueueOptions, 'group'> = {},
): Promise<void> {
  const options = { singletonKey: `process:${processId}`, mergeable: true, ...more }
  return enqueue(tx, queue, { tenantId, processId }, options)
}
