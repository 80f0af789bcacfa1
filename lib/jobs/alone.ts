import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A job that is run in a process of its own. */
export interface LoneJob {
  queue: string
  data: object
  id: string
  attempt: number
}

/** The message of a process at the end of its job: the class of the error, if it failed. */
export type LoneOutcome = { error: string | null }

/** The process of a job ended during it. */
export class ProcessEnded extends Error {
  constructor(reason: string) {
    super(`The process of the job ended with ${reason}.`)
    this.name = 'ProcessEnded'
  }
}

/**
 * Runs a job in a process of its own, whose end does not disturb other jobs.
 * @param entry the program: it receives a `LoneJob` and sends a `LoneOutcome`
 * @throws ProcessEnded, or an Error when the job failed
 */
export async function runAlone(entry: string, job: LoneJob, signal: AbortSignal): Promise<void> {
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  let outcome: LoneOutcome | null = null
  child.on('message', (message) => {
    outcome = message as LoneOutcome
  })
  // The end is noticed below.
  child.on('error', () => undefined)
  try {
    child.send(job)
    const [code, signalName] = (await once(child, 'exit')) as [number | null, string | null]
    const ended = outcome as LoneOutcome | null
    if (!ended) throw new ProcessEnded(signalName ?? `code ${code}`)
    if (ended.error) throw new Error(`The job failed in its process (${ended.error}).`)
  } finally {
    signal.removeEventListener('abort', kill)
  }
}
