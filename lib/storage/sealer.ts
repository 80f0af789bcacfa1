import { createHash } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import { memoryWithRoom, sizeWithRoom } from '#lib/core/memory'
import { Shelf } from '#lib/core/shelf'
import { CHUNK_BYTES, fileKey, sealChunk } from './format.ts'

/** What a file begins with. */
export interface Beginning {
  /** Of its header. */
  salt: Uint8Array
  /** Where its plaintext is sent when it is whole, if it is wanted and there are no more than `plainBytes`. */
  plainTo: MessagePort | null
  plainBytes: number
}

/** The next part of a file, in memory that is given away and comes back. */
export interface Part {
  /** Which of the files that are being sealed. */
  file: number
  /** With its first part. */
  begin?: Beginning
  plain: ArrayBuffer
  /** How many bytes of `plain` are the part: whole chunks, unless it is the last. */
  size: number
  last: boolean
  /** Room for the sealed part, which begins at `sealedAt` in it. */
  sealed: ArrayBuffer
  sealedAt: number
}

/** What was made of it. */
export interface SealedPart {
  plain: ArrayBuffer
  sealed: ArrayBuffer
  /** With the last part: of the file, in hexadecimal. */
  sha256: string | null
}

/** Memory of the plaintext that was read last, or of a file that had no end. */
const spare = new Shelf(1)

const sealers = new Map<number, Sealer>()

/** Hashes and seals the next part of a file: all of them in one thread, in their order. */
export function sealPart({ file, begin, plain, size, last, sealed, sealedAt }: Part): SealedPart {
  if (begin) sealers.set(file, new Sealer(begin))
  const sealer = sealers.get(file)
  if (!sealer) throw new Error('The beginning of the file was lost with the thread that had it.')
  sealer.seal(new Uint8Array(plain, 0, size), last, new Uint8Array(sealed, sealedAt))
  if (last) sealers.delete(file)
  return { plain, sealed, sha256: last ? sealer.sha256() : null }
}

/** For a file that will have no end. */
export function forget(file: number): void {
  sealers.get(file)?.abandon()
  sealers.delete(file)
}

class Sealer {
  readonly #key
  readonly #hash = createHash('sha256')
  readonly #plainTo: MessagePort | null
  #plain: ArrayBuffer | null
  readonly #plainBytes: number
  #chunks = 0
  #size = 0

  constructor({ salt, plainTo, plainBytes }: Beginning) {
    this.#key = fileKey(salt)
    this.#plainTo = plainTo
    this.#plainBytes = plainBytes
    this.#plain = plainTo && (spare.take(sizeWithRoom(plainBytes)) ?? memoryWithRoom(plainBytes).buffer)
  }

  seal(part: Uint8Array, last: boolean, sealed: Uint8Array): void {
    this.#keep(part)
    // Whoever waits for it reads it while the rest is hashed and sealed.
    if (last) this.#sendPlain()
    this.#hash.update(part)
    let written = 0
    let at = 0
    do {
      const plain = part.subarray(at, at + CHUNK_BYTES)
      at += plain.length
      const chunk = { number: this.#chunks, last: last && at === part.length, plain }
      written += sealChunk(this.#key, chunk, sealed.subarray(written))
      this.#chunks += 1
    } while (at < part.length)
  }

  sha256(): string {
    return this.#hash.digest('hex')
  }

  /** Gives back what it holds. */
  abandon(): void {
    this.#plainTo?.close()
    if (this.#plain) spare.put(this.#plain)
    this.#plain = null
  }

  #keep(part: Uint8Array): void {
    const fits = this.#size + part.length <= this.#plainBytes
    if (this.#plain && fits) new Uint8Array(this.#plain).set(part, this.#size)
    this.#size += part.length
  }

  #sendPlain(): void {
    const [to, plain] = [this.#plainTo, this.#plain]
    if (!to || !plain) return
    if (this.#size > this.#plainBytes) {
      this.abandon()
      return
    }
    to.once('message', (memory: ArrayBuffer) => spare.put(memory))
    to.unref()
    to.postMessage(new Uint8Array(plain, 0, this.#size), [plain])
    this.#plain = null
  }
}
