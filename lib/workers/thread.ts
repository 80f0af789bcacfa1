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
const watchMilliseconds = 50
/** A new thread loads libraries, which takes seconds where every processor is busy. */
const longestStartSeconds = 60
/** Grace period for a thread that hangs in native code. */
const answerMilliseconds = 200
/**
 * V8's own limit. Where it is met in the middle of one large allocation V8 ends the process: the watch must come first.
 */
const lastHeapMb = (heapMb: number) => 2 * heapMb + 512

/** A worker thread that runs one task at a time, and ends when a task exceeds its limits. */
export class Thread {
  /** Resolves when the libraries are loaded, or could not be. */
  readonly ready: Promise<void>
  hasEnded = false
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  #settle: PromiseWithResolvers<unknown> | null = null
  #begin = () => {}
  /** A memory request is pending: the thread is in native code. */
  #wasAsked = false

  constructor(start: ThreadStart, limits: ThreadLimits) {
    this.#limits = limits
    this.#worker = new Worker(entryFile('lib/workers/thread-entry.ts'), {
      workerData: start,
      resourceLimits: {
        maxOldGenerationSizeMb: lastHeapMb(limits.heapMb),
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
        if (!this.#settle) this.#worker.unref()
        resolve()
      })
    })
  }

  /**
   * @throws ThreadError when a limit stopped the task; else what it threw, as an Error with the `name` of its class.
   */
  async run(task: ThreadTask, timeoutSeconds: number, transfer: Transferable[] = []): Promise<unknown> {
    this.#settle = Promise.withResolvers()
    const { promise } = this.#settle
    const memoryTimer = setInterval(() => this.#watchMemory(), watchMilliseconds)
    let timer = setTimeout(() => this.#stop(timeoutError(timeoutSeconds)), longestStartSeconds * 1000)
    this.#begin = () => {
      clearTimeout(timer)
      const spentBefore = this.#processorSeconds()
      timer = setTimeout(() => this.#timeOut(timeoutSeconds, spentBefore), timeoutSeconds * 1000)
    }
    this.#worker.ref()
    try {
      this.#worker.postMessage(task, transfer)
      return await promise
    } finally {
      clearInterval(memoryTimer)
      clearTimeout(timer)
      this.#worker.unref()
      this.#settle = null
    }
  }

  /**
   * Whether the thread is alive and its heap small: V8 releases little memory, and the next task would be blamed for
   * it.
   */
  async isFit(): Promise<boolean> {
    return !this.hasEnded && (await this.#memoryShare().catch(() => 1)) < 0.5
  }

  async end(): Promise<void> {
    this.hasEnded = true
    await this.#worker.terminate()
  }

  #finish(body: Exclude<ThreadMessage, string>): void {
    if ('value' in body) this.#settle?.resolve(body.value)
    else this.#fail(Object.assign(new Error(body.error.message), body.error))
  }

  #fail(error: Error): void {
    this.#settle?.reject(error)
  }

  #stop(reason: ThreadError): void {
    this.#fail(reason)
    void this.end()
  }

  async #timeOut(seconds: number, spentBefore: Promise<number>): Promise<void> {
    const { promise } = this.#settle!
    const usedSeconds = (await this.#processorSeconds()) - (await spentBefore)
    // It may have ended meanwhile.
    if (this.#settle?.promise === promise)
      this.#stop(usedSeconds < seconds / 2 ? timeoutError(seconds) : workError(seconds))
  }

  /** 0 when unknown: before Node 24.6, or in native code. */
  async #processorSeconds(): Promise<number> {
    try {
      const usage = await Promise.race([this.#worker.cpuUsage(), sleep(answerMilliseconds)])
      return usage ? (usage.user + usage.system) / 1e6 : 0
    } catch {
      return 0
    }
  }

  async #watchMemory(): Promise<void> {
    if (this.#wasAsked) return
    this.#wasAsked = true
    // A starting thread cannot be asked yet; ask again later.
    const memoryShare = await this.#memoryShare().catch(() => 0)
    this.#wasAsked = false
    if (memoryShare > 1) this.#stop(memoryError(this.#limits))
  }

  /** Of what it may have. */
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
