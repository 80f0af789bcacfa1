import { setTimeout as sleep } from 'node:timers/promises'
import { type Transferable, Worker } from 'node:worker_threads'
import { entryFile } from '#lib/core/entry-file'
import type { ThreadMessage, ThreadStart, ThreadTask } from './thread-entry.ts'
import { ThreadError } from './thread-error.ts'

/** Limits of a thread. */
export interface ThreadLimits {
  /** JavaScript heap, in megabytes. */
  heapMb: number
  /** Array buffers, which the heap limit does not count, in megabytes. */
  buffersMb: number
}

/** The young generation of a thread, in megabytes. V8's default would keep 48 MB for each busy thread. */
const youngHeapMb = 12
/** The interval of memory measurements. */
const watchMilliseconds = 50
/** A new thread loads libraries, which takes seconds where every processor is busy. */
const maxStartSeconds = 60
/** A thread that does not respond within this time is in native code. */
const responseMilliseconds = 200
/** V8's own limit, at which V8 may end the process: far above ours, so that the watch stops the thread before. */
const v8HeapMb = (heapMb: number) => 2 * heapMb + 512

/** A worker thread that runs one task at a time, and ends when a task exceeds its limits. */
export class Thread {
  /** Resolves when the libraries are loaded or the thread has ended. */
  readonly ready: Promise<void>
  hasEnded = false
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  /** The result of the current task; null when idle. */
  #result: PromiseWithResolvers<unknown> | null = null
  #begin = () => {}
  /** A measurement is pending: a thread in native code does not respond. */
  #isMeasuring = false

  constructor(start: ThreadStart, limits: ThreadLimits) {
    this.#limits = limits
    this.#worker = new Worker(entryFile('lib/workers/thread-entry.ts'), {
      workerData: start,
      resourceLimits: {
        maxOldGenerationSizeMb: v8HeapMb(limits.heapMb),
        maxYoungGenerationSizeMb: youngHeapMb,
      },
    })
    this.#worker.on('error', (error: Error & { code?: unknown }) =>
      this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryError(limits) : error),
    )
    this.#worker.on('exit', () => {
      this.hasEnded = true
      this.#fail(new ThreadError('crash', 'Processing of the document was interrupted.'))
    })
    this.ready = new Promise((resolve) => {
      this.#worker.once('exit', resolve)
      this.#worker.on('message', (message: ThreadMessage) => {
        if (message === 'begun') return this.#begin()
        if (message !== 'loaded') return this.#finish(message)
        if (!this.#result) this.#worker.unref()
        resolve()
      })
    })
  }

  /**
   * @throws ThreadError when a limit stopped the task; else what it threw, as an Error with the `name` of its class.
   */
  async run(task: ThreadTask, timeoutSeconds: number, transfer: Transferable[] = []): Promise<unknown> {
    this.#result = Promise.withResolvers()
    const { promise } = this.#result
    const memoryTimer = setInterval(() => this.#watchMemory(), watchMilliseconds)
    let timer = setTimeout(() => this.#stop(timeoutError(timeoutSeconds)), maxStartSeconds * 1000)
    this.#begin = () => {
      clearTimeout(timer)
      const usedBefore = this.#processorSeconds()
      timer = setTimeout(() => this.#timeOut(timeoutSeconds, usedBefore), timeoutSeconds * 1000)
    }
    this.#worker.ref()
    try {
      this.#worker.postMessage(task, transfer)
      return await promise
    } finally {
      clearInterval(memoryTimer)
      clearTimeout(timer)
      this.#worker.unref()
      this.#result = null
    }
  }

  /**
   * Whether the thread is alive and uses less than half of its memory: V8 releases little of it, and the rest would
   * count against the next task.
   */
  async isReusable(): Promise<boolean> {
    return !this.hasEnded && (await this.#memoryShare().catch(() => 1)) < 0.5
  }

  async end(): Promise<void> {
    this.hasEnded = true
    await this.#worker.terminate()
  }

  #finish(body: Exclude<ThreadMessage, string>): void {
    if ('value' in body) this.#result?.resolve(body.value)
    else this.#fail(Object.assign(new Error(body.error.message), body.error))
  }

  #fail(error: Error): void {
    this.#result?.reject(error)
  }

  #stop(reason: ThreadError): void {
    this.#fail(reason)
    void this.end()
  }

  async #timeOut(seconds: number, usedBefore: Promise<number>): Promise<void> {
    const { promise } = this.#result!
    const usedSeconds = (await this.#processorSeconds()) - (await usedBefore)
    // The task may have ended meanwhile.
    if (this.#result?.promise === promise)
      this.#stop(usedSeconds < seconds / 2 ? timeoutError(seconds) : workError(seconds))
  }

  /** The processor time of the thread so far; 0 when unknown: before Node 24.6, or in native code. */
  async #processorSeconds(): Promise<number> {
    try {
      const usage = await Promise.race([this.#worker.cpuUsage(), sleep(responseMilliseconds)])
      return usage ? (usage.user + usage.system) / 1e6 : 0
    } catch {
      return 0
    }
  }

  async #watchMemory(): Promise<void> {
    if (this.#isMeasuring) return
    this.#isMeasuring = true
    // A starting thread cannot be measured yet.
    const memoryShare = await this.#memoryShare().catch(() => 0)
    this.#isMeasuring = false
    if (memoryShare > 1) this.#stop(memoryError(this.#limits))
  }

  /** The memory in use as a share of the limits: 1 is all that is allowed. */
  async #memoryShare(): Promise<number> {
    const { used_heap_size, external_memory } = await this.#worker.getHeapStatistics()
    const { heapMb, buffersMb } = this.#limits
    return Math.max(used_heap_size / heapMb, external_memory / buffersMb) / 1e6
  }
}

function memoryError({ heapMb }: ThreadLimits): ThreadError {
  return new ThreadError('memory', `Processing the document needs more than ${heapMb} MB of memory.`)
}

function workError(seconds: number): ThreadError {
  return new ThreadError('work', `Processing the document takes more than ${seconds} s.`)
}

function timeoutError(seconds: number): ThreadError {
  return new ThreadError('timeout', `Processing the document took more than ${seconds} s on a busy machine.`)
}
