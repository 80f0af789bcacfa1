import type { Transferable } from 'node:worker_threads'
import type { ThreadMessage, ThreadTask } from './serve-tasks.ts'

/** The code of the error of a host that has no memory left, as Node has it for worker threads. */
export const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/** Where the tasks of a `Thread` run: in a worker thread, or in a process of its own. */
export interface TaskHost {
  /** Calls `listener` for each message of the host. */
  onMessage(listener: (message: ThreadMessage) => void): void
  /** Calls `listener` with an uncaught error, when there is one. */
  onError(listener: (error: Error & { code?: unknown }) => void): void
  /** Calls `listener` when the host has ended. */
  onEnd(listener: () => void): void
  post(task: ThreadTask, transfer: Transferable[]): void
  /** Whether the host keeps this process running. */
  setBusy(isBusy: boolean): void
  /** The memory in use as a share of the limits: 1 is all that is allowed. Rejects while it cannot be measured. */
  memoryShare(): Promise<number>
  /** The processor time so far. Rejects while it cannot be measured. */
  processorSeconds(): Promise<number>
  end(): Promise<void>
}

/** Limits of a host. */
export interface HostLimits {
  /** JavaScript heap, in megabytes. */
  heapMb: number
  /** Array buffers, which the heap limit does not count, in megabytes. */
  buffersMb: number
}
