import type { Transferable } from 'node:worker_threads'
import { FairQueue, type FairQueueLimits, type Group } from './fair-queue.ts'
import { Thread, type ThreadLimits } from './thread.ts'
import type { ThreadStart } from './thread-entry.ts'
import { ThreadError } from './thread-error.ts'

/** Limits of a pool. */
export interface PoolOptions
  extends Omit<FairQueueLimits, 'places'>,
    ThreadLimits,
    Omit<ThreadStart, 'niceIncrement'> {
  /** Concurrent tasks; groups take turns. */
  threads: number
  /** Idle threads that are kept loaded, up to `threads` in all; 1 by default. */
  spareThreads?: number
  /** By how much the threads' nice value is above that of the process, so that they leave it the processor. */
  niceIncrement?: number
}

/** The options of one task. */
export interface TaskOptions {
  /** Counted from when a thread, which may have to start first, begins the task. */
  timeoutSeconds: number
  /** By default a group of its own. */
  group?: Group
  /** Objects that are transferred instead of copied. */
  transfer?: Transferable[]
}

const restMilliseconds = 60_000

/**
 * Threads that run one task each, and are replaced when its limits stopped it or it left them grown. While one is at
 * work the next one is loaded already: starting it would take 0.3 s of processor time. Measured by `npm run hostile`
 * on two cores that others use too: with fifty hostile files of one tenant and fifty of visitors in flight, another
 * tenant's small upload takes 56 to 105 ms, the slowest of 121 0.6 s; when one thread was kept and any task could take
 * it, 2.3 s.
 */
export class ThreadPool {
  readonly #options: PoolOptions
  readonly #turns: FairQueue
  /** All threads, and the idle ones: the last is used first. */
  readonly #threads = new Set<Thread>()
  readonly #spare: Thread[] = []
  #rest: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#turns = new FairQueue({ ...options, places: options.threads })
    this.#startSpare()
  }

  /**
   * Runs the export `name` of the module on `task`.
   * @throws ThreadError when a limit stopped it; else what the task threw, as an Error with the `name` of its class.
   */
  async run(name: string, task: unknown, options: TaskOptions): Promise<unknown> {
    const { group = Symbol('alone'), timeoutSeconds, transfer } = options
    await this.#turns.enter(group)
    if (this.#isClosed) throw new ThreadError('crash', 'Processing of the document was interrupted.')
    const thread = this.#takeSpare() ?? this.#start()
    this.#startSpare()
    try {
      return await thread.run({ name, task }, timeoutSeconds, transfer)
    } finally {
      void this.#release(thread, group)
    }
  }

  /** Stops every thread; running tasks fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#rest)
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  /**
   * The place is the group's until a thread has loaded in it: its next task would take the one that is ready for other
   * groups.
   */
  async #release(thread: Thread, group: Group): Promise<void> {
    const isFit = await thread.isFit()
    if (!isFit) this.#end(thread)
    if (!this.#isClosed) {
      const next = isFit ? thread : this.#start()
      await next.ready
      this.#spare.push(next)
    }
    this.#turns.leave(group)
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      for (const thread of this.#spare.splice(this.#options.spareThreads ?? 1)) this.#end(thread)
    }, restMilliseconds).unref()
  }

  #start(): Thread {
    const { filename, firstTask, niceIncrement = 0 } = this.#options
    const thread = new Thread({ filename, firstTask, niceIncrement }, this.#options)
    this.#threads.add(thread)
    return thread
  }

  #startSpare(): void {
    const { threads, spareThreads = 1 } = this.#options
    while (this.#spare.length < spareThreads && this.#threads.size < threads)
      this.#spare.unshift(this.#start())
  }

  #takeSpare(): Thread | undefined {
    const thread = this.#spare.pop()
    if (!thread?.hasEnded) return thread
    this.#end(thread)
    return this.#takeSpare()
  }

  #end(thread: Thread): void {
    this.#threads.delete(thread)
    void thread.end()
  }
}
