/** Runs in a worker thread, for worker-host.ts. Never import it elsewhere. */
import { parentPort, workerData } from 'node:worker_threads'
import { serveTasks, type ThreadMessage, type ThreadStart } from './serve-tasks.ts'

// The task is lost: an uncaught error ends the thread, and tells its caller.
parentPort!.on('messageerror', (error) => {
  throw error
})

await serveTasks(
  workerData as ThreadStart,
  (listener) => parentPort!.on('message', listener),
  (message) => parentPort!.postMessage(message, listBuffers(message)),
)

/** The buffers of a result to transfer instead of copying them: those that contain nothing else. */
function listBuffers(message: ThreadMessage): ArrayBuffer[] {
  const value = typeof message === 'object' && 'value' in message ? message.value : null
  const parts = value instanceof Uint8Array ? [value] : Object.values(value ?? {})
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.byteLength === part.buffer.byteLength
      ? [part.buffer as ArrayBuffer]
      : [],
  )
}
