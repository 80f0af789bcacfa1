import { setTimeout as sleep } from 'node:timers/promises'
import type { Transferable } from 'node:worker_threads'
import { reportFault } from '#lib/core/runtime/faults'
import { errorText } from '#lib/messages/errors'
import type { ThreadMessage, ThreadTask } from './serve-tasks.ts'
import { type HostLimits, OUT_OF_MEMORY, type TaskHost } from './task-host.ts'
import { abandonedError, ThreadError, timeoutError, workError } from './thread-error.ts'

/** Limits of one task. */
export interface TaskLimits {
  /** From the moment at which the thread begins the task; the thread's start does not count. */
  timeoutSeconds: number
  /** The processor time of the thread; without a limit by default. */
  processorSeconds?: number
  /** Aborted when the client has left. */
  signal?: AbortSignal
}

/** The interval of measurements. */
const watchMilliseconds = 50
/** After its client has left, a task may still end within this time: replacing the thread would take as long. */
const abandonedMilliseconds = 1000
/** A new thread loads libraries, which takes seconds where every processor is busy. */
const maxStartSeconds = 60
/** A thread that does not respond within this time is in native code. */
const responseMilliseconds = 200
/** A thread without a task that does not respond within this time is replaced. */
const idleAnswerMilliseconds = 30_000
/** Runs one task at a time in its host, and ends when a task exceeds its limits. */
export class Thread {
  /** Resolves when the libraries are loaded or the thread has ended. */
  readonly ready: Promise<void>
  hasEnded = false
  readonly #host: TaskHost
  readonly #limits: HostLimits
  readonly #answerMilliseconds: number
  /** The result of the current task; null when idle. */
  #result: PromiseWithResolvers<unknown> | null = null
  #begin = () => {}
  /** The processor time of the thread before the current task; null before the task has begun. */
  #usedBefore: Promise<number> | null = null
  /** A measurement is pending: a thread in native code does not respond. */
  #isMeasuring = false

  constructor(host: TaskHost, limits: HostLimits, answerMilliseconds = idleAnswerMilliseconds) {
    this.#host = host
    this.#limits = limits
    this.#answerMilliseconds = answerMilliseconds
    host.onError((error) => this.#fail(error.code === OUT_OF_MEMORY ? memoryError(limits) : error))
    this.ready = new Promise((resolve) => {
      const startTimer = setTimeout(() => {
        reportFault('thread_failed', { reason: `It has not started within ${maxStartSeconds} s.` })
        void this.end()
        resolve()
      }, maxStartSeconds * 1000).unref()
      host.onEnd(() => {
        this.hasEnded = true
        clearTimeout(startTimer)
        this.#fail(new ThreadError('crash', errorText('failures.interrupted')))
        resolve()
      })
      host.onMessage((message) => {
        if (message === 'begun') return this.#begin()
        if (message !== 'loaded') return this.#finish(message)
        clearTimeout(startTimer)
        if (!this.#result) host.setBusy(false)
        resolve()
      })
    })
  }

  /**
   * @throws ThreadError when a limit stopped the task; else what it threw, as an Error with the `name` of its class.
   */
  async run(task: ThreadTask, limits: TaskLimits, transfer: Transferable[] = []): Promise<unknown> {
    const { timeoutSeconds, signal } = limits
    this.#result = Promise.withResolvers()
    this.#usedBefore = null
    const { promise } = this.#result
    const watchTimer = setInterval(() => this.#watch(limits), watchMilliseconds)
    let timer = setTimeout(() => this.#stop(timeoutError(timeoutSeconds)), maxStartSeconds * 1000)
    this.#begin = () => {
      clearTimeout(timer)
      const usedBefore = this.#processorSeconds()
      this.#usedBefore = usedBefore
      timer = setTimeout(() => this.#timeOut(timeoutSeconds, usedBefore), timeoutSeconds * 1000)
    }
    const stopAbandoned = () =>
      setTimeout(() => this.#stopIfRunning(promise, abandonedError()), abandonedMilliseconds)
    if (signal?.aborted) stopAbandoned()
    signal?.addEventListener('abort', stopAbandoned, { once: true })
    this.#host.setBusy(true)
    try {
      this.#host.post(task, transfer)
      return await promise
    } finally {
      clearInterval(watchTimer)
      clearTimeout(timer)
      signal?.removeEventListener('abort', stopAbandoned)
      this.#host.setBusy(false)
      this.#result = null
    }
  }

  /**
   * Whether the thread is alive and uses less than half of its memory: V8 releases little of it, and the rest would
   * count against the next task.
   */
  async isReusable(): Promise<boolean> {
    if (this.hasEnded) return false
    const share = this.#host.memoryShare().catch(() => 1)
    // A thread that ends while it is asked never responds.
    const answer = await Promise.race([share, sleep(this.#answerMilliseconds, null, { ref: false })])
    if (answer === null) reportFault('thread_failed', { reason: 'It does not respond after its task.' })
    return answer !== null && answer < 0.5
  }

  async end(): Promise<void> {
    this.hasEnded = true
    await this.#host.end()
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
    this.#stopIfRunning(promise, usedSeconds < seconds / 2 ? timeoutError(seconds) : workError(seconds))
  }

  /** Stops the task with this result, unless it has ended meanwhile. */
  #stopIfRunning(result: Promise<unknown>, reason: ThreadError): void {
    if (this.#result?.promise === result) this.#stop(reason)
  }

  /** The processor time of the host so far; 0 when unknown, as in native code of a thread. */
  async #processorSeconds(): Promise<number> {
    try {
      return (await Promise.race([this.#host.processorSeconds(), sleep(responseMilliseconds)])) ?? 0
    } catch {
      return 0
    }
  }

  async #watch({ processorSeconds }: TaskLimits): Promise<void> {
    if (this.#isMeasuring || !this.#result) return
    const { promise } = this.#result
    this.#isMeasuring = true
    // A starting thread cannot be measured yet.
    const memoryShare = await this.#host.memoryShare().catch(() => 0)
    const usedBefore = processorSeconds && (await this.#usedBefore)
    const used = usedBefore ? (await this.#processorSeconds()) - usedBefore : 0
    this.#isMeasuring = false
    if (memoryShare > 1) this.#stopIfRunning(promise, memoryError(this.#limits))
    else if (processorSeconds && used > processorSeconds)
      this.#stopIfRunning(promise, workError(processorSeconds))
  }
}

function memoryError({ heapMb }: HostLimits): ThreadError {
  return new ThreadError('memory', errorText('failures.tooMuchMemory', { limit: heapMb }))
}
