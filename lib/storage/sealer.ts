import { createHash } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import { CHUNK_BYTES, fileKey, sealChunk } from './format.ts'

/** What a file begins with. */
export interface Beginning {
  /** Of its header. */
  salt: Uint8Array
  /** Where its plaintext is sent at its end, if it is wanted and there are no more than `plainBytes`. */
  plainTo: MessagePort | null
  plainBytes: number
}

/** Hashes one file and seals it, part after part. */
export class Sealer {
  readonly #key
  readonly #hash = createHash('sha256')
  readonly #plainTo: MessagePort | null
  readonly #plain: Uint8Array<ArrayBuffer>
  #chunks = 0
  #size = 0

  constructor({ salt, plainTo, plainBytes }: Beginning) {
    this.#key = fileKey(salt)
    this.#plainTo = plainTo
    this.#plain = new Uint8Array(plainTo ? plainBytes : 0)
  }

  /**
   * Seals the next part into `sealed`, which must have room for it. All parts but the last are whole chunks.
   * @returns how many bytes that is.
   */
  seal(part: Uint8Array, last: boolean, sealed: Uint8Array): number {
    this.#hash.update(part)
    this.#keep(part)
    let written = 0
    let at = 0
    do {
      const plain = part.subarray(at, at + CHUNK_BYTES)
      at += plain.length
      const chunk = { number: this.#chunks, last: last && at === part.length, plain }
      written += sealChunk(this.#key, chunk, sealed.subarray(written))
      this.#chunks += 1
    } while (at < part.length)
    return written
  }

  /** Once, after the last part. @returns the SHA-256 of all of them, in hexadecimal. */
  end(): string {
    if (this.#size <= this.#plain.length) {
      this.#plainTo?.postMessage(this.#plain.subarray(0, this.#size), [this.#plain.buffer])
    }
    this.#plainTo?.close()
    return this.#hash.digest('hex')
  }

  #keep(part: Uint8Array): void {
    if (this.#size + part.length <= this.#plain.length) this.#plain.set(part, this.#size)
    this.#size += part.length
  }
}
