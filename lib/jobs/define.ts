/** What a handler may know of the run besides the data. */
interface JobRun {
  id: string
  /** 0 for the first try. */
  attempt: number
  /** Aborted when the run's time is over or the worker must stop at once. */
  signal: AbortSignal
}

export interface JobDefinition {
  handle: (data: unknown, run: JobRun) => Promise<void>
  /** How many run at once in one worker; 1 unless said otherwise. */
  concurrency?: number
  /** Of these, how many are of one group (a tenant, unless said otherwise); all unless said otherwise. */
  concurrencyOfGroup?: number
  /** So many more run at once of jobs with priority 2 only. */
  concurrencyOfAwaited?: number
  /** A failed job waits at most so long for its next try; 300 unless said otherwise. */
  retryDelayMaxSeconds?: number
  /** Its jobs are enqueued with a `singletonKey`. */
  inOrder?: boolean
  /** Also runs by the clock: a cron expression in UTC, with empty data; never twice at once. */
  schedule?: string
  /** With `schedule`: also runs when a worker starts. */
  atStart?: boolean
  /** A run that takes longer counts as failed and is repeated; 15 minutes unless said otherwise. */
  timeoutSeconds?: number
  /** Called before the next try when workers ended in the middle of the job again and again. */
  onInterrupted?: (data: unknown) => Promise<void>
}

/** Every queue a worker serves, by name. */
export type Jobs = Record<string, JobDefinition>

/** One line of a module's `jobs.ts`: the operation that a queue's data goes to. */
export function defineJob<Data extends object>(
  definition: Omit<JobDefinition, 'handle' | 'onInterrupted'> & {
    handle: (data: Data, run: JobRun) => Promise<void>
    onInterrupted?: (data: Data) => Promise<void>
  },
): JobDefinition {
  return definition as JobDefinition
}
