import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { entryFile } from '#lib/core/runtime/entry-file'
import { ignoreUnhandled } from '#lib/core/runtime/promises'
import type { EncryptResult, EncryptTask } from './encrypting-thread.ts'
import type { FileIdentity } from './format.ts'

/** How much plaintext may wait in the thread to be written. */
const MAX_WAITING_BYTES = 1024 * 1024
const IDLE_MILLISECONDS = 60_000
/** The young generation of the thread, in megabytes. V8's default would use 90 MB in a busy thread. */
const YOUNG_HEAP_MB = 6
/** More than the uploads that a process receives at the same time. */
const MAX_FILES = 1000

/**
 * Encrypts plaintext into the new file `path`, in a thread: it takes 2 ms of processor time per megabyte, too much for
 * the event loop. The pieces are copied; the memory used does not grow with the file.
 * @throws errors of `pieces` and of the file system; no file is left then
 */
export async function encryptFile(
  path: string,
  tenantId: number,
  pieces: AsyncIterable<Uint8Array>,
): Promise<FileIdentity> {
  const { port1, port2 } = new MessageChannel()
  const task: EncryptTask = { path, tenantId, port: port2 }
  const encrypting = ignoreUnhandled(encrypter().run(task, { transferList: [port2] }))
  try {
    await send(pieces, port1)
  } finally {
    // A closed port without an end marker (null) makes the thread discard the file.
    port1.close()
    await encrypting.catch(() => {})
  }
  const result = await encrypting
  if ('identity' in result) return result.identity
  throw Object.assign(new Error(result.error.message), { code: result.error.code })
}

/** Sends the pieces and an end marker; stops early when the thread has closed its port. */
async function send(pieces: AsyncIterable<Uint8Array>, port: MessagePort): Promise<void> {
  let waitingBytes = 0
  let isClosed = false
  let wake = () => {}
  port.on('message', (writtenBytes: number) => {
    waitingBytes -= writtenBytes
    wake()
  })
  port.on('close', () => {
    isClosed = true
    wake()
  })
  for await (const piece of pieces) {
    // Posting a view would clone its whole underlying buffer.
    const copy = new Uint8Array(piece)
    waitingBytes += piece.length
    port.postMessage(copy, [copy.buffer])
    while (waitingBytes > MAX_WAITING_BYTES && !isClosed)
      await new Promise<void>((resolve) => (wake = resolve))
    if (isClosed) return
  }
  port.postMessage(null)
}

/** One thread per process, even when several bundles of Next load this file. */
const key = Symbol.for('paraph.storage.encrypter')
const globals = globalThis as { [key]?: Piscina<EncryptTask, EncryptResult> }

function encrypter(): Piscina<EncryptTask, EncryptResult> {
  globals[key] ??= new Piscina<EncryptTask, EncryptResult>({
    filename: entryFile('lib/storage/encrypting-thread.ts'),
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: MAX_FILES,
    idleTimeout: IDLE_MILLISECONDS,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    // An idle thread must run its event loop to close the ports of discarded files.
    atomics: 'disabled',
    // A thread that dies while idle is replaced; without a listener its error would end the process.
  }).on('error', () => undefined)
  return globals[key]
}
