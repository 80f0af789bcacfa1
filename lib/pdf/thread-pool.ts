import type { Transferable, Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { entryFile } from '#lib/core/entry-file'
import { FairTurns, type Group, type TurnLimits } from './fair-turns.ts'
import type { ThreadTask } from './thread-entry.ts'
import { ThreadError } from './thread-error.ts'

/** Limits of a pool. */
export interface PoolOptions extends Omit<TurnLimits, 'places'> {
  /** Absolute path of the module whose exports are the tasks. */
  filename: string
  /** Tasks that run at the same time; others wait, and groups take turns. */
  threads: number
  /** JavaScript heap of one thread, in megabytes. */
  heapMb: number
  /** Array buffers of one thread, which the heap limit does not count, in megabytes. */
  buffersMb: number
  /** Threads that stay when there is nothing to do; 1 unless said otherwise. */
  idleThreads?: number
  /** By how much the threads' nice value is above that of the process, so that they leave it the processor. */
  niceIncrement?: number
}

/** Limits and gifts of one task. */
export interface TaskOptions {
  /** Counted from when a thread, which may have to start first, begins the task. */
  timeoutSeconds: number
  /** Absent: a group of its own. */
  group?: Group
  /** What moves to the thread instead of being copied. */
  transfer?: Transferable[]
}

const watchMilliseconds = 50
/** A new thread loads libraries, which takes seconds where every processor is busy. */
const longestStartSeconds = 60
/** V8's own limit. Where it is met in the middle of one large allocation V8 ends the process: the watch must come first. */
const lastHeapMb = (heapMb: number) => 2 * heapMb + 512

/** Threads that run one task each, are stopped when it exceeds its limits, and are replaced. */
export class ThreadPool {
  readonly #options: PoolOptions
  readonly #piscina: Piscina<unknown, unknown>
  /** Threads that were asked for their memory and have not answered: they are in native code. */
  readonly #asked = new WeakSet<Worker>()
  readonly #turns: FairTurns
  #stoppedForMemory = 0
  #watch: NodeJS.Timeout | null = null

  constructor(options: PoolOptions) {
    this.#options = options
    // Piscina's own task queue does not hold tasks that can be aborted.
    this.#turns = new FairTurns({ ...options, places: options.threads })
    this.#piscina = new Piscina({
      filename: entryFile('lib/pdf/thread-entry.ts'),
      workerData: options.filename,
      niceIncrement: options.niceIncrement ?? 0,
      minThreads: options.idleThreads ?? 1,
      maxThreads: options.threads,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: lastHeapMb(options.heapMb) },
    })
    // A thread that dies while idle is replaced; without a listener it would take the process with it.
    this.#piscina.on('error', () => undefined)
  }

  /**
   * Runs the export `name` of the module on `task`.
   * @throws ThreadError when a limit stopped it; else what the task threw, as structured cloning leaves it.
   */
  async run(name: string, task: unknown, options: TaskOptions): Promise<unknown> {
    const { group = Symbol('alone') } = options
    await this.#turns.enter(group)
    this.#watch ??= setInterval(() => this.#stopTheGreedy(), watchMilliseconds).unref()
    const abort = new AbortController()
    const timer = new TaskTimer(options.timeoutSeconds, () => abort.abort())
    try {
      const given: ThreadTask = { name, task, begun: timer.begun }
      return await this.#piscina.run(given, { signal: abort.signal, transferList: options.transfer })
    } catch (error) {
      if (!abort.signal.aborted) throw this.#explain(error)
      throw new ThreadError(
        'timeout',
        `The work on the document took longer than ${options.timeoutSeconds} s.`,
      )
    } finally {
      timer.clear()
      this.#turns.leave(group)
      this.#endWatch()
    }
  }

  /** Stops every thread; tasks under way fail. */
  async close(): Promise<void> {
    if (this.#watch) clearInterval(this.#watch)
    await this.#piscina.destroy()
  }

  #endWatch(): void {
    if (this.#turns.taken > 0 || !this.#watch) return
    clearInterval(this.#watch)
    this.#watch = null
  }

  #stopTheGreedy(): void {
    for (const thread of this.#piscina.threads) {
      if (this.#asked.has(thread)) continue
      this.#asked.add(thread)
      thread.getHeapStatistics().then(
        (heap) => {
          this.#asked.delete(thread)
          const { heapMb, buffersMb } = this.#options
          if (heap.used_heap_size <= heapMb * 1e6 && heap.external_memory <= buffersMb * 1e6) return
          this.#stoppedForMemory++
          void thread.terminate()
        },
        // One that only starts cannot be asked yet: it must be asked again.
        () => this.#asked.delete(thread),
      )
    }
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof Error)) return error
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchMemory()
    if (!/^worker exited with code|^Terminating worker thread/.test(error.message)) return error
    if (this.#stoppedForMemory === 0) return interrupted(error)
    this.#stoppedForMemory--
    return tooMuchMemory()
  }
}

function interrupted(cause: Error): ThreadError {
  return new ThreadError('crash', 'The work on the document was interrupted.', { cause })
}

/** Counts the time of a task from when the thread says that it begins. */
class TaskTimer {
  readonly begun = new Int32Array(new SharedArrayBuffer(4))
  #timer: NodeJS.Timeout
  #isOver = false

  constructor(seconds: number, late: () => void) {
    this.#timer = setTimeout(late, (longestStartSeconds + seconds) * 1000)
    const { value } = Atomics.waitAsync(this.begun, 0, 0)
    void Promise.resolve(value).then(() => {
      if (this.#isOver) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(late, seconds * 1000)
    })
  }

  clear(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    // One whose thread never began it still waits.
    Atomics.notify(this.begun, 0)
  }
}

function tooMuchMemory(): ThreadError {
  return new ThreadError('memory', 'The work on the document needed too much memory.')
}
