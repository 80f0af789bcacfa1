import { type Transferable, Worker } from 'node:worker_threads'
import { entryFile } from '#lib/core/runtime/entry-file'
import { errorText } from '#lib/messages/errors'
import type { ThreadMessage, ThreadStart, ThreadTask } from './serve-tasks.ts'
import type { HostLimits, TaskHost } from './task-host.ts'
import { ThreadError } from './thread-error.ts'

/** The young generation of a thread, in megabytes. V8's default would keep 48 MB for each busy thread. */
const youngHeapMb = 12
/** V8's own limit, at which V8 may end the process: far above ours, so that the watch stops the thread before. */
const v8HeapMb = (heapMb: number) => 2 * heapMb + 512

/** A worker thread: starts fast, shares memory, but native code that allocates without limit ends the process. */
export class WorkerHost implements TaskHost {
  readonly #worker: Worker
  readonly #limits: HostLimits

  constructor(start: ThreadStart, limits: HostLimits) {
    this.#limits = limits
    this.#worker = new Worker(entryFile('lib/workers/thread-entry.ts'), {
      workerData: start,
      resourceLimits: {
        maxOldGenerationSizeMb: v8HeapMb(limits.heapMb),
        maxYoungGenerationSizeMb: youngHeapMb,
      },
    })
  }

  onMessage(listener: (message: ThreadMessage) => void): void {
    this.#worker.on('message', listener)
  }

  onError(listener: (error: Error & { code?: unknown }) => void): void {
    this.#worker.on('error', listener)
    // A message that cannot be read, as without memory, is lost: the task would wait for its time limit.
    this.#worker.on('messageerror', (cause) =>
      listener(new ThreadError('crash', errorText('failures.interrupted'), { cause })),
    )
  }

  onEnd(listener: () => void): void {
    this.#worker.on('exit', listener)
  }

  post(task: ThreadTask, transfer: Transferable[]): void {
    this.#worker.postMessage(task, transfer)
  }

  setBusy(isBusy: boolean): void {
    if (isBusy) this.#worker.ref()
    else this.#worker.unref()
  }

  async memoryShare(): Promise<number> {
    const { used_heap_size, external_memory } = await this.#worker.getHeapStatistics()
    const { heapMb, buffersMb } = this.#limits
    return Math.max(used_heap_size / heapMb, external_memory / buffersMb) / 1e6
  }

  /** Rejects before Node 24.6. */
  async processorSeconds(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage()
    return (user + system) / 1e6
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
