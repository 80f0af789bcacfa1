import { write } from '#db/tenancy/tenant'
import { listJobsOfProcess, type OpenJob, runJobNow } from '#lib/jobs/boss-internals'
import { errorText } from '#lib/messages/errors'
import { lockProcess } from '#lib/processes/load'
import { enqueueRevisions, REVISION_QUEUE } from '#lib/processes/revision-queue'
import { type Run, refusal } from './context.ts'
import { findProcessOf, listWork, readParts } from './explain-process.ts'

/**
 * Has the steps of a process done now that a worker has yet to do: its job waits no longer for its next attempt, and
 * there is one again if it was lost. One that runs goes on; what is sealed already stays as it is.
 * @returns the jobs of the process
 * @throws AppError when there is no such process, or nothing to do for it
 */
export async function sealProcess(id: number, run: Run = write): Promise<OpenJob[]> {
  const ctx = await findProcessOf(id)
  if (!ctx) throw refusal(errorText('operator.noProcess', { id }))
  await run(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, id)
    const work = listWork({ process, ...(await readParts(tx, ctx, id)) })
    if (work.length === 0) throw refusal(errorText('operator.nothingToSeal', { id, status: process.status }))
    await enqueueRevisions(tx, ctx, id)
    for (const job of await listJobsOfProcess(ctx.tenantId, id, tx))
      if (job.queue === REVISION_QUEUE) await runJobNow(job.id, tx)
  })
  return listJobsOfProcess(ctx.tenantId, id)
}
