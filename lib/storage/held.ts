import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'

/** Where the plaintext of a file waits, in memory of its own, for the thread that will read it; it is there once. */
export interface Plain {
  port: MessagePort
}

/** What all files together may hold; one that finds no room is read from where it lies sealed. */
const HELD_BYTES = 128 * 1024 * 1024
let room = HELD_BYTES

/** Room for the plaintext of one file, from its beginning until somebody reads it. */
export class Held {
  /** For whoever has the plaintext in the end: posts it here. Null where there was no room. */
  readonly sender: MessagePort | null = null
  readonly bytes: number
  #port: MessagePort | null = null

  /** @param bytes which the file will not exceed; none: it is not to be held */
  constructor(bytes: number) {
    this.bytes = bytes
    if (bytes === 0 || bytes > room) return
    room -= bytes
    const { port1, port2 } = new MessageChannel()
    this.sender = port1
    this.#port = port2
  }

  /** Gives it to whoever reads it; null where it is not held. */
  take(): Plain | null {
    if (!this.#port) return null
    const port = this.#port
    this.#port = null
    room += this.bytes
    return { port }
  }

  drop(): void {
    this.take()?.port.close()
  }
}

/** The plaintext, in the thread that was given its place. */
export function readPlain({ port }: Plain): Uint8Array {
  const { message } = receiveMessageOnPort(port) as { message: Uint8Array }
  port.close()
  return message
}
