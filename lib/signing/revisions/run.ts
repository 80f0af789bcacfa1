import { assertClockIsRight } from '#db/clock'
import { logFailure } from '#db/connection/unavailable'
import { write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { makeSystemCtx } from '#lib/core/ctx'
import { AppError, TextError } from '#lib/core/errors'
import type { ErrorText } from '#lib/messages/errors'
import { asErrorText, errorText } from '#lib/messages/errors'
import { isTransient, PadesError } from '#lib/pades/error'
import { lockProcess } from '#lib/processes/load'
import { enqueueRemoteSignature, REMOTE_QUEUE, REVISION_QUEUE } from '#lib/processes/revision-queue'
import { isRemote, processCan } from '#lib/processes/rules'
import { isComplete } from '#lib/processes/signers/turns'
import { markSealError } from '#lib/processes/transitions'
import { ThreadError } from '#lib/workers/thread-error'
import { completeProcess } from './complete.ts'
import { loadStepContext, type RevisionJob, StaleRevision, type StepContext } from './context.ts'
import { embedSignature } from './embed-signature.ts'
import { findNextToEmbed } from './given.ts'
import { listUnpreparedDocuments, prepareDocuments } from './prepare.ts'
import { enqueueRemoteStep, runRemoteStep } from './remote.ts'

class InterruptedRun extends TextError {}
/** Processes ended during the job, the last one though it ran nothing else. */
class TooHeavy extends TextError {}

/**
 * Runs all pending steps of a process: prepare the documents, embed each given signature, and after the last one the
 * platform's seal. Each step is one transaction on top of the last stored one, so that a retry continues where a
 * crashed job stopped; repeating a step changes nothing. The queue runs one job per process at a time; a worker that
 * was presumed dead may still run, and the second to store its revision is refused.
 */
export function runRevisionJob(job: RevisionJob): Promise<void> {
  return runSteps(job, runNextStep)
}

/** Has the next signature made by the remote signing service, if it is one of these and may be asked for already. */
export function runRemoteJob(job: RevisionJob): Promise<void> {
  return job.isLater ? restart(job) : runSteps(job, runRemoteStep)
}

function restart(job: RevisionJob): Promise<void> {
  return write(job, async (tx) => {
    await lockProcess(tx, makeSystemCtx(job.tenantId, REMOTE_QUEUE, now()), job.processId)
    await enqueueRemoteSignature(tx, job, job.processId)
  })
}

async function runSteps(
  job: RevisionJob,
  runNext: (step: StepContext) => Promise<StepContext | null>,
): Promise<void> {
  try {
    await assertClockIsRight()
    let step: StepContext | null = await loadStepContext(job)
    while (step) step = await runNext(step)
  } catch (error) {
    if (error instanceof StaleRevision || (await recordRevisionError(job, error)) !== 'give up') throw error
  }
}

/** @returns the context of the step that may follow; null when none was pending, or this was the last one. */
async function runNextStep(step: StepContext): Promise<StepContext | null> {
  const { process, signers, documents } = step
  // Documents are deleted after the end of the process: nobody would read what is pending then.
  if (documents.some(({ fileDeletedAt }) => fileDeletedAt)) return null
  const open = process.status === 'sent' || process.status === 'in_progress'
  const signer = findNextToEmbed(step)
  if (listUnpreparedDocuments(step).length > 0 && (open || signer)) return prepareDocuments(step)
  if (signer && isRemote(process, signer)) {
    await enqueueRemoteStep(step)
    return null
  }
  if (signer) return embedSignature(step, signer)
  if (process.status === 'in_progress' && isComplete(signers)) await completeProcess(step)
  return null
}

/** Shows the sender that workers were interrupted and the job will be retried. */
export async function recordInterruption(job: RevisionJob): Promise<void> {
  await recordRevisionError(job, new InterruptedRun(errorText('failures.interruptedRetried')))
}

/** Shows the sender that the job is retried rarely, as it ends the process that runs it. */
export async function recordTooHeavy(job: RevisionJob): Promise<void> {
  const message =
    'Processing ended unexpectedly three times: a document may need more memory than this installation has. It is retried every hour.'
  await recordRevisionError(job, new TooHeavy(asErrorText('too_heavy', message)))
}

/**
 * Stores the error for the sender to see.
 * @returns whether the job is to be retried: not when the process has ended and no retry will help.
 */
export async function recordRevisionError(job: RevisionJob, error: unknown): Promise<'retry' | 'give up'> {
  const { reason, blocked } = describeError(error)
  const ctx = makeSystemCtx(job.tenantId, REVISION_QUEUE, now())
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

/** The reason for the trail and the sender: errors of the engines; internal errors are not disclosed. */
function describeError(error: unknown): { reason: ErrorText; blocked: boolean } {
  const { name, text: reason } = error as TextError
  if (error instanceof PadesError) return { reason, blocked: !isTransient(error) }
  if (error instanceof TooHeavy || name === 'ImageError') return { reason, blocked: true }
  if (error instanceof ThreadError) return { reason, blocked: error.code === 'memory' }
  // An AppError of a thread has lost its class.
  if (error instanceof AppError || name === 'AppError' || error instanceof InterruptedRun)
    return { reason, blocked: false }
  return { reason: errorText('failures.internalErrorRetried'), blocked: false }
}
