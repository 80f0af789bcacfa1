import { assertClockIsRight } from '#db/clock'
import { logFailure } from '#db/connection/unavailable'
import { write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { systemCtx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { PadesError, type PadesErrorCode } from '#lib/pades/error'
import { lockProcess } from '#lib/processes/load'
import { processCan } from '#lib/processes/rules'
import { SEAL_QUEUE } from '#lib/processes/seal-queue'
import { isComplete } from '#lib/processes/signers/turns'
import { markSealError } from '#lib/processes/transitions'
import { ThreadError } from '#lib/workers/thread-error'
import { completeProcess } from './complete.ts'
import { loadSealContext, type SealContext, type SealJob, StaleRevision } from './context.ts'
import { embedSignature, nextToEmbed } from './embed-signature.ts'
import { prepareDocuments, unpreparedDocuments } from './prepare.ts'
import { InvalidRevision } from './verify-revision.ts'

class InterruptedRun extends Error {}
/** Processes ended during the job, the last one though it ran nothing else. */
class TooHeavy extends Error {}

/**
 * Runs all pending steps of a process: prepare the documents, embed each given signature, and after the last one the
 * platform's seal. Each step is one transaction on top of the last stored one, so that a retry continues where a
 * crashed job stopped; repeating a step changes nothing. The queue runs one job per process at a time; a worker that
 * was presumed dead may still run, and the second to store its revision is refused.
 */
export async function runSealJob(job: SealJob): Promise<void> {
  try {
    let isDone = false
    while (!isDone) {
      await assertClockIsRight()
      isDone = !(await runNextStep(await loadSealContext(job)))
    }
  } catch (error) {
    if (error instanceof StaleRevision || (await recordSealError(job, error)) !== 'give up') throw error
  }
}

/** @returns whether a step was done and more may follow. */
async function runNextStep(seal: SealContext): Promise<boolean> {
  const { process, signers } = seal
  const open = process.status === 'sent' || process.status === 'in_progress'
  const signer = nextToEmbed(seal)
  if (unpreparedDocuments(seal).length > 0 && (open || signer)) return succeeded(prepareDocuments(seal))
  if (signer) return succeeded(embedSignature(seal, signer))
  if (process.status === 'in_progress' && isComplete(signers)) return succeeded(completeProcess(seal))
  return false
}

async function succeeded(seal: Promise<void>): Promise<boolean> {
  await seal
  return true
}

/** Shows the sender that workers were interrupted and the job will be retried. */
export async function recordInterruption(job: SealJob): Promise<void> {
  await recordSealError(job, new InterruptedRun('Processing was interrupted and will be retried.'))
}

/** Shows the sender that the job is retried rarely, as it ends the process that runs it. */
export async function recordTooHeavy(job: SealJob): Promise<void> {
  const reason =
    'Processing ended unexpectedly three times: a document may need more memory than this installation has. It is retried every hour.'
  await recordSealError(job, new TooHeavy(reason))
}

/**
 * Stores the error for the sender to see.
 * @returns whether the job is to be retried: not when the process has ended and no retry will help.
 */
export async function recordSealError(job: SealJob, error: unknown): Promise<'retry' | 'give up'> {
  const { reason, blocked } = errorOf(error)
  const ctx = systemCtx(job.tenantId, SEAL_QUEUE, now())
  return write(job, async (tx) => {
    const process = await lockProcess(tx, ctx, job.processId)
    if (!processCan.sign(process).allowed) return blocked ? ('give up' as const) : ('retry' as const)
    await markSealError(tx, ctx, process, reason, blocked)
    return 'retry' as const
  }).catch((failure: unknown) => {
    logFailure(failure, 'the error of a seal could not be stored')
    return 'retry'
  })
}

const transientCodes: readonly PadesErrorCode[] = ['no_time_stamp', 'bad_time_stamp']

/** The reason for the trail and the sender: errors of the engines; internal errors are not disclosed. */
function errorOf(error: unknown): { reason: string; blocked: boolean } {
  const { name, message } = error as Error
  const reason = message.slice(0, 500)
  if (error instanceof PadesError) return { reason, blocked: !transientCodes.includes(error.code) }
  if (error instanceof InvalidRevision || error instanceof TooHeavy || name === 'ImageError')
    return { reason, blocked: true }
  if (error instanceof ThreadError) return { reason, blocked: error.code === 'memory' }
  const text = error instanceof AppError || error instanceof InterruptedRun
  if (text) return { reason, blocked: false }
  return { reason: 'Something went wrong on our side. It will be retried.', blocked: false }
}
