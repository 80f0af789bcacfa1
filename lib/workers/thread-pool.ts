import type { Transferable } from 'node:worker_threads'
import { FairQueue, type FairQueueLimits } from '#lib/core/fair-queue/fair-queue'
import type { Group } from '#lib/core/fair-queue/marked-groups'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { errorText } from '#lib/messages/errors'
import { ProcessHost } from './process-host.ts'
import type { ThreadStart } from './serve-tasks.ts'
import type { HostLimits } from './task-host.ts'
import { type TaskLimits, Thread } from './thread.ts'
import { refusedError, ThreadError, threadErrorCode } from './thread-error.ts'
import { WorkerHost } from './worker-host.ts'

/** Limits of a pool. */
export interface PoolOptions
  extends Omit<FairQueueLimits, 'slots' | 'refuse'>,
    HostLimits,
    Omit<ThreadStart, 'niceIncrement'> {
  /** Concurrent tasks; groups take turns. */
  threads: number
  /** Idle threads that are kept loaded, up to `threads` in all; 1 by default. */
  spareThreads?: number
  /** Whether each thread is a process of its own: for native code whose memory is not limited otherwise. */
  inProcesses?: boolean
  /** By how much the threads' nice value is above that of the process, so that they leave it the processor. */
  niceIncrement?: number
  /** After this time without a task, a thread that has run one is ended; 45 s by default. */
  idleMilliseconds?: number
  /** After this time a task that has not ended is reported; a minute by default. */
  slowMilliseconds?: number
  /** How long a thread may take to respond after its task; 30 s by default. */
  answerMilliseconds?: number
}

/** The options of one task. */
interface TaskOptions extends TaskLimits {
  /** The group in the queue; by default one of its own. */
  group?: Group
  /** Objects that are transferred instead of copied. */
  transfer?: Transferable[]
}

/**
 * Threads that run one task at a time. A thread is replaced when a limit stopped its task, or when it retains much
 * memory. While one works the next one is already loaded, as starting it takes 0.3 s of processor time. Measured by
 * `npm run hostile` on two busy cores: with fifty hostile files of one tenant and fifty of visitors in flight, a small
 * upload of another tenant takes 56 to 105 ms, the slowest of 121 takes 0.6 s.
 */
export class ThreadPool {
  readonly #options: PoolOptions
  readonly #queue: FairQueue
  /** All threads; the idle ones are in `#spare` too, whose last is used first. */
  readonly #threads = new Set<Thread>()
  readonly #spare: Thread[] = []
  /** Of the idle threads except the spare ones that were loaded ahead: they have run a task, or replace one that has. */
  readonly #idleTimers = new Map<Thread, NodeJS.Timeout>()
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#queue = new FairQueue({ ...options, slots: options.threads, refuse: refusedError })
    this.#startSpare()
  }

  /**
   * Runs the export `name` of the module on `task`.
   * @throws ThreadError when a limit stopped it; else what the task threw, as an Error with the `name` of its class.
   */
  async run(name: string, task: unknown, options: TaskOptions): Promise<unknown> {
    const { group = Symbol('own group'), transfer, ...limits } = options
    let thread: Thread | undefined
    const stopWatch = this.#watch(name, () => (thread ? 'it runs' : 'it waits for a thread'))
    await this.#queue.enter(group, limits.signal).catch((error: unknown) => {
      stopWatch()
      throw error
    })
    let isWithinLimits: boolean | undefined
    try {
      if (this.#isClosed) throw new ThreadError('crash', errorText('failures.interrupted'))
      thread = this.#takeSpare() ?? this.#start()
      this.#startSpare()
      const result = await thread.run({ name, task }, limits, transfer)
      isWithinLimits = true
      return result
    } catch (error) {
      const code = threadErrorCode(error)
      if (code === 'work' || code === 'memory') isWithinLimits = false
      if (code === 'crash' && !this.#isClosed) reportFault('thread_failed', { err: error, task: name })
      throw error
    } finally {
      stopWatch()
      void this.#release(thread, group, isWithinLimits)
    }
  }

  /** Reports a task that does not end, each minute. @returns a function that stops it */
  #watch(task: string, describe: () => string): () => void {
    const { slowMilliseconds = 60_000 } = this.#options
    let isSlow = false
    const timer = setInterval(() => {
      isSlow = true
      reportFault('thread_slow', { subject: task, reason: describe() })
    }, slowMilliseconds).unref()
    return () => {
      clearInterval(timer)
      if (isSlow) endFault('thread_slow', task)
    }
  }

  /** How many tasks run, and how many wait for a thread. */
  get load(): { running: number; waiting: number } {
    return { running: this.#queue.used, waiting: this.#queue.waiting }
  }

  /** Stops every thread; running tasks fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  /**
   * The group leaves its slot only when the thread, or its replacement, is ready: otherwise its next task would take
   * the thread that is ready for other groups.
   */
  async #release(thread: Thread | undefined, group: Group, isWithinLimits?: boolean): Promise<void> {
    if (thread && (await thread.isReusable())) this.#keep(thread)
    else if (thread) await this.#replace(thread).catch(logNoThread)
    this.#queue.leave(group, isWithinLimits)
    if (!this.#isClosed) this.#startSpare()
  }

  /** Makes it the next to be used, until it has been idle for long: under a light load the others end. */
  #keep(thread: Thread): void {
    this.#spare.push(thread)
    const endIdle = () => {
      this.#end(thread)
      if (!this.#isClosed) this.#startSpare()
    }
    const timer = setTimeout(endIdle, this.#options.idleMilliseconds ?? 45_000).unref()
    this.#idleTimers.set(thread, timer)
  }

  /** Resolves when there is a thread for each slot again. */
  async #replace(thread: Thread): Promise<void> {
    this.#end(thread)
    if (this.#isClosed || this.#threads.size >= this.#options.threads) return
    const next = this.#start()
    await next.ready
    this.#keep(next)
  }

  #start(): Thread {
    const { filename, firstTask, niceIncrement = 0, inProcesses } = this.#options
    const Host = inProcesses ? ProcessHost : WorkerHost
    const host = new Host({ filename, firstTask, niceIncrement }, this.#options)
    const thread = new Thread(host, this.#options, this.#options.answerMilliseconds)
    this.#threads.add(thread)
    return thread
  }

  #startSpare(): void {
    const { threads, spareThreads = 1 } = this.#options
    try {
      while (this.#spare.length < spareThreads && this.#threads.size < threads)
        this.#spare.unshift(this.#start())
    } catch (error) {
      logNoThread(error)
    }
  }

  #takeSpare(): Thread | undefined {
    const thread = this.#spare.pop()
    if (!thread) return undefined
    this.#stopIdleTimer(thread)
    if (!thread.hasEnded) return thread
    this.#end(thread)
    return this.#takeSpare()
  }

  #stopIdleTimer(thread: Thread): void {
    clearTimeout(this.#idleTimers.get(thread))
    this.#idleTimers.delete(thread)
  }

  #end(thread: Thread): void {
    this.#stopIdleTimer(thread)
    this.#threads.delete(thread)
    const index = this.#spare.indexOf(thread)
    if (index >= 0) this.#spare.splice(index, 1)
    void thread.end()
  }
}

/** The next task tries again to start one. */
function logNoThread(error: unknown): void {
  reportFault('thread_failed', { err: error })
}
