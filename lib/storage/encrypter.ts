import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { log } from '#lib/core/log'
import { entryFile } from '#lib/core/runtime/entry-file'
import { ignoreUnhandled } from '#lib/core/runtime/promises'
import { singleton } from '#lib/core/runtime/singleton'
import type { EncryptAnswer, EncryptPiece, EncryptTask } from './encrypting-thread.ts'
import type { FileIdentity } from './format.ts'

/** How much plaintext may wait in the thread to be written. */
const MAX_WAITING_BYTES = 1024 * 1024
const IDLE_MILLISECONDS = 60_000
/** The young generation of the thread, in megabytes. V8's default would use 90 MB in a busy thread. */
const YOUNG_HEAP_MB = 6

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
  const thread = currentThread()
  clearTimeout(thread.idleTimer)
  thread.files++
  const { port1, port2 } = new MessageChannel()
  const file = receive(port1)
  thread.worker.postMessage({ path, tenantId, port: port2 } satisfies EncryptTask, [port2])
  try {
    await send(pieces, port1, file)
  } catch (error) {
    port1.postMessage('discard' satisfies EncryptPiece)
    throw error
  } finally {
    await file.identity.catch(() => {})
    if (--thread.files === 0) thread.idleTimer = setTimeout(() => end(thread), IDLE_MILLISECONDS).unref()
  }
  return file.identity
}

/** A file that the thread is writing. */
interface WrittenFile {
  waitingBytes: number
  isOver: boolean
  /** Called when one of the two has changed. */
  wake: () => void
  identity: Promise<FileIdentity>
}

function receive(port: MessagePort): WrittenFile {
  const { promise, resolve, reject } = Promise.withResolvers<FileIdentity>()
  const file: WrittenFile = {
    waitingBytes: 0,
    isOver: false,
    wake: () => {},
    identity: ignoreUnhandled(promise),
  }
  port.on('message', (answer: EncryptAnswer) => {
    if (typeof answer === 'number') file.waitingBytes -= answer
    else if ('identity' in answer) resolve(answer.identity)
    else reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }))
    file.wake()
  })
  // The thread closes the port after its result, or has ended.
  port.on('close', () => {
    file.isOver = true
    reject(new Error('The thread that encrypts files ended.'))
    file.wake()
  })
  return file
}

/** Sends the pieces and an end marker; stops early when the thread has closed its port. */
async function send(pieces: AsyncIterable<Uint8Array>, port: MessagePort, file: WrittenFile): Promise<void> {
  for await (const piece of pieces) {
    // Posting a view would clone its whole underlying buffer.
    const copy = new Uint8Array(piece)
    file.waitingBytes += piece.length
    port.postMessage(copy satisfies EncryptPiece, [copy.buffer])
    while (file.waitingBytes > MAX_WAITING_BYTES && !file.isOver)
      await new Promise<void>((resolve) => (file.wake = resolve))
    if (file.isOver) return
  }
  port.postMessage('end' satisfies EncryptPiece)
}

interface EncryptingThread {
  worker: Worker
  /** How many files it writes now. */
  files: number
  idleTimer?: NodeJS.Timeout
}

/** One thread per process. */
const shared = singleton('encrypter', (): { thread?: EncryptingThread } => ({}))

function currentThread(): EncryptingThread {
  shared.thread ??= start()
  return shared.thread
}

function start(): EncryptingThread {
  const worker = new Worker(entryFile('lib/storage/encrypting-thread.ts'), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  const thread = { worker, files: 0 }
  worker.unref()
  worker.once('error', (error) => log().error({ err: error }, 'the thread that encrypts files failed'))
  worker.once('exit', () => forget(thread))
  return thread
}

function end(thread: EncryptingThread): void {
  forget(thread)
  void thread.worker.terminate()
}

/** The next file gets another thread. */
function forget(thread: EncryptingThread): void {
  if (shared.thread === thread) delete shared.thread
}
