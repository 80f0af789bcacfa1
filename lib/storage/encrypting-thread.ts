/** Runs in the worker thread of encrypter.ts. Never import it elsewhere. */
import { on } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import { EncryptedFileWriter } from './encrypt.ts'
import type { FileIdentity } from './format.ts'

export interface EncryptTask {
  path: string
  tenantId: number
  /** Receives the plaintext in pieces, then null; reports the length of each written piece. */
  port: MessagePort
}

/** The result; an error is sent as data, because structured cloning would drop its code. */
export type EncryptResult = { identity: FileIdentity } | { error: { message: string; code?: string } }

export default async function encrypt(task: EncryptTask): Promise<EncryptResult> {
  try {
    return { identity: await write(task) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { error: { message, code } }
  } finally {
    task.port.close()
  }
}

async function write({ path, tenantId, port }: EncryptTask): Promise<FileIdentity> {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    const file = new EncryptedFileWriter(descriptor)
    for await (const [piece] of on(port, 'message', { close: ['close'] })) {
      if (piece === null) return file.finish(tenantId)
      file.add(piece)
      port.postMessage(piece.length)
      // Frees its memory now, not at the next garbage collection.
      detachBuffer(piece)
    }
    throw new Error('The plaintext ended early.')
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}
