import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A job that is run in a process of its own. */
export interface LoneJob {
  queue: string
  data: object
  id: string
  attempt: number
}

/** The messages of a process: its job begins, and at its end the class of the error, if it failed. */
export type LoneMessage = 'begun' | { error: string | null }

/** The signals of a process that has no memory left, or whose native code failed. */
const DEATH_SIGNALS = ['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS']

/** The job ended its process. */
export class ProcessEnded extends Error {
  constructor(reason: string) {
    super(`The process of the job ended with ${reason}.`)
    this.name = 'ProcessEnded'
  }
}

/**
 * Runs a job in a process of its own, whose end does not disturb other jobs.
 * @param entry the program: it receives a `LoneJob` and sends `LoneMessage`s
 * @throws ProcessEnded, or an Error when the job failed or could not begin
 */
export async function runAlone(entry: string, job: LoneJob, signal: AbortSignal): Promise<void> {
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  const messages: LoneMessage[] = []
  child.on('message', (message) => messages.push(message as LoneMessage))
  // The end is noticed below.
  child.on('error', () => undefined)
  try {
    child.send(job)
    const [code, signalName] = (await once(child, 'exit')) as [number | null, string | null]
    const last = messages.at(-1)
    if (typeof last === 'object') {
      if (last.error) throw new Error(`The job failed in its process (${last.error}).`)
      return
    }
    const reason = signalName ?? `code ${code}`
    if (signalName ? DEATH_SIGNALS.includes(signalName) : last === 'begun') throw new ProcessEnded(reason)
    throw new Error(`The process of the job was ended from outside, or could not begin it (${reason}).`)
  } finally {
    signal.removeEventListener('abort', kill)
  }
}
