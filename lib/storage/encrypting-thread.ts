/** Runs in the worker thread of encrypter.ts. Never import it elsewhere. */
import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import { writeEncrypted } from './encrypt.ts'
import type { FileIdentity } from './format.ts'

export interface EncryptTask {
  path: string
  tenantId: number
  /** Receives `EncryptPiece`s, sends `EncryptAnswer`s. */
  port: MessagePort
}

/** Plaintext, then its end, or that the file is not wanted any more. */
export type EncryptPiece = Uint8Array | 'end' | 'discard'

/** The length of each written piece, then the result; an error is data, as structured cloning would drop its code. */
export type EncryptAnswer =
  | number
  | { identity: FileIdentity }
  | { error: { message: string; code?: string } }

parentPort!.on('message', (task: EncryptTask) => void encrypt(task))

async function encrypt(task: EncryptTask): Promise<void> {
  const answer = (body: EncryptAnswer) => task.port.postMessage(body)
  try {
    answer({ identity: await write(task) })
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    answer({ error: { message, code } })
  } finally {
    task.port.close()
  }
}

function write({ path, tenantId, port }: EncryptTask): Promise<FileIdentity> {
  return writeEncrypted(path, async (file) => {
    for await (const [piece] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[EncryptPiece]>) {
      if (piece === 'end') return file.finish(tenantId)
      if (piece === 'discard') break
      file.add(piece)
      port.postMessage(piece.length)
      // Frees its memory now, not at the next garbage collection.
      detachBuffer(piece)
    }
    throw new Error('The plaintext ended early.')
  })
}
