import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import {
  CHUNK_BYTES,
  ENCRYPTED_CHUNK_BYTES,
  encryptChunk,
  type FileIdentity,
  fileKey,
  HEADER_BYTES,
  makeHeader,
  SALT_BYTES,
} from './format.ts'

/**
 * Hashes and encrypts plaintext incrementally into an empty file; synchronous, so only for worker threads.
 * All methods throw errors of the file system.
 */
export class EncryptedFileWriter {
  readonly #descriptor: number
  readonly #salt = randomBytes(SALT_BYTES)
  readonly #key = fileKey(this.#salt)
  readonly #hash = createHash('sha256')
  readonly #chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  readonly #encrypted = Buffer.allocUnsafeSlow(ENCRYPTED_CHUNK_BYTES)
  #filled = 0
  #size = 0

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    writeFileSync(descriptor, Buffer.alloc(HEADER_BYTES))
  }

  add(piece: Uint8Array): void {
    for (let offset = 0; offset < piece.length; ) {
      // A full chunk is written only when more follows: the nonce of the last chunk marks it as the last.
      if (this.#filled === CHUNK_BYTES) this.#write(false)
      const part = piece.subarray(offset, offset + CHUNK_BYTES - this.#filled)
      this.#chunk.set(part, this.#filled)
      this.#filled += part.length
      offset += part.length
    }
  }

  /** Writes the last chunk and the header. */
  finish(tenantId: number): FileIdentity {
    this.#write(true)
    const identity = { tenantId, sha256: this.#hash.digest('hex'), size: this.#size }
    writeSync(this.#descriptor, makeHeader(this.#salt, identity), 0, HEADER_BYTES, 0)
    detachBuffer(this.#chunk)
    detachBuffer(this.#encrypted)
    return identity
  }

  #write(isLast: boolean): void {
    const plaintext = this.#chunk.subarray(0, this.#filled)
    this.#hash.update(plaintext)
    const number = this.#size / CHUNK_BYTES
    const length = encryptChunk(this.#key, { number, last: isLast, plain: plaintext }, this.#encrypted)
    writeFileSync(this.#descriptor, this.#encrypted.subarray(0, length))
    this.#size += this.#filled
    this.#filled = 0
  }
}

/** Encrypts what `write` adds into the new file `path`, for worker threads; none is left when it fails. */
export async function writeEncrypted(
  path: string,
  write: (file: EncryptedFileWriter) => FileIdentity | Promise<FileIdentity>,
): Promise<FileIdentity> {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    return await write(new EncryptedFileWriter(descriptor))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}
