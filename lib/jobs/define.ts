import { assertClockIsRight } from '#db/clock'

/** The run of a job, besides its data. */
export interface JobRun {
  id: string
  /** 0 for the first try. */
  attempt: number
  /** Aborted at the timeout or when the worker must stop immediately. */
  signal: AbortSignal
}

/** How a worker runs the jobs of one queue. */
export interface JobDefinition {
  handle: (data: unknown, run: JobRun) => Promise<void>
  /** Concurrent jobs in one worker; 1 by default. */
  concurrency?: number
  /** The most concurrent jobs of one group (by default the tenant) in one worker; `concurrency` by default. */
  concurrencyOfGroup?: number
  /** Additional concurrent jobs that are only of priority 2 (a user is waiting). */
  concurrencyOfAwaited?: number
  /** The longest delay before a retry; 300 by default. */
  retryDelayMaxSeconds?: number
  /** Whether all its jobs have a `singletonKey`: those with the same key run one after the other. */
  inOrder?: boolean
  /**
   * When to run without being enqueued: a cron expression in UTC, with empty data; never concurrently. Missed runs are
   * made up for once.
   */
  schedule?: string
  /** With `schedule`: also runs when a worker starts. */
  atStart?: boolean
  /** What it does by the time cannot be undone: it waits while the clocks of the machine and the database disagree. */
  irreversible?: boolean
  /**
   * The work of which its jobs do a part each: what processes ended during any of them counts for the next one, too; each
   * that succeeds takes one of them away.
   */
  partOf?: (data: unknown) => string
  /** A longer run fails and is retried; 15 minutes by default. */
  timeoutSeconds?: number
  /** Called before a retry when the worker ended during the job, from the third retry on. */
  onInterrupted?: (data: unknown) => Promise<void>
  /** Called when processes ended during the job, the last one though it ran nothing else: it is parked for an hour. */
  onParked?: (data: unknown) => Promise<void>
}

/** Every queue a worker serves, by name. */
export type Jobs = Record<string, JobDefinition>

/** One entry of a module's `jobs.ts`: the operation that handles the queue's jobs. */
export function defineJob<Data extends object>(
  definition: Omit<JobDefinition, 'handle' | 'partOf' | 'onInterrupted' | 'onParked'> & {
    handle: (data: Data, run: JobRun) => Promise<void>
    partOf?: (data: Data) => string
    onInterrupted?: (data: Data) => Promise<void>
    onParked?: (data: Data) => Promise<void>
  },
): JobDefinition {
  const { handle, ...rest } = definition as JobDefinition
  if (!rest.irreversible) return { ...rest, handle }
  return {
    ...rest,
    async handle(data, run) {
      await assertClockIsRight()
      await handle(data, run)
    },
  }
}
