import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { sizeWithRoom } from '#lib/core/memory'

/** Where the plaintext of a file comes, in memory of its own, for the thread that will read it; it is there once. */
export interface Plain {
  port: MessagePort
}

/**
 * What all files of a process together may hold until they have been read; one that finds no room is read from where it
 * lies sealed.
 */
const HELD_BYTES = 128 * 1024 * 1024

/** One account a process, however many bundles of a Next server load this file. */
const key = Symbol.for('paraph.storage.held')
const shared = globalThis as { [key]?: { room: number } }
shared[key] ??= { room: HELD_BYTES }
const account = shared[key]

/** Room for the plaintext of one file, from when it begins to come until somebody reads it. */
export class Held {
  readonly bytes: number
  readonly #takes: number
  #isCounted = false
  #port: MessagePort | null = null

  /** @param bytes which the file will not exceed; none: it is not to be held */
  constructor(bytes: number) {
    this.bytes = bytes
    this.#takes = sizeWithRoom(bytes)
  }

  /** @returns where the plaintext is to be sent in the end; null where there is no room for it. */
  begin(): MessagePort | null {
    if (this.bytes === 0 || this.#takes > account.room) return null
    account.room -= this.#takes
    this.#isCounted = true
    const { port1, port2 } = new MessageChannel()
    this.#port = port2
    return port1
  }

  /** Gives it to whoever reads it; null where it is not held. */
  take(): Plain | null {
    if (!this.#port) return null
    const port = this.#port
    this.#port = null
    return { port }
  }

  /** Nothing is held any more: it was read, or nobody will read it. */
  drop(): void {
    this.take()?.port.close()
    if (this.#isCounted) account.room += this.#takes
    this.#isCounted = false
  }
}

/** Plaintext in the thread that was given its place. */
export interface Borrowed {
  bytes: Uint8Array
  /** For the next file; nobody uses the bytes any more. */
  giveBack(): void
}

/** @throws when who should send it is gone. */
export async function borrowPlain({ port }: Plain): Promise<Borrowed> {
  const bytes = await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    port.once('message', resolve)
    port.once('close', () => reject(new Error('The plaintext is gone with the thread that had it.')))
  })
  return {
    bytes,
    giveBack() {
      port.postMessage(bytes.buffer, [bytes.buffer])
    },
  }
}

/** The plaintext, for good. @throws as `borrowPlain` */
export async function readPlain(plain: Plain): Promise<Uint8Array> {
  const { bytes } = await borrowPlain(plain)
  plain.port.close()
  return bytes
}
