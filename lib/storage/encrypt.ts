import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import { ignoreUnhandled } from '#lib/core/runtime/promises'
import { removeFile } from './folder.ts'
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
import { inTurn } from './turns.ts'

/** What is written at a time: writing every chunk for itself takes longer than encrypting it. */
const BLOCK_BYTES = HEADER_BYTES + 4 * ENCRYPTED_CHUNK_BYTES

/**
 * Hashes and encrypts plaintext incrementally into an empty file. The event loop has its turn after every chunk, and
 * a block is written while the next one is encrypted, so that neither a large piece nor a slow disk stops the loop.
 * Blocks of tenants are written in turn (`inTurn`); a worker thread writes by itself.
 * All methods throw errors of the file system.
 */
export class EncryptedFileWriter {
  readonly #file: FileHandle
  readonly #tenantId: number
  readonly #salt = randomBytes(SALT_BYTES)
  readonly #key = fileKey(this.#salt)
  readonly #hash = createHash('sha256')
  /** Encrypted chunks, then the plaintext of the next one. The first block begins with the place of the header. */
  #block = makeBlock().fill(0, 0, HEADER_BYTES)
  #encryptedBytes = HEADER_BYTES
  #plainBytes = 0
  /** The last block, when it is written and free again. */
  #written: Promise<Buffer> | undefined
  #size = 0

  constructor(file: FileHandle, tenantId: number) {
    this.#file = file
    this.#tenantId = tenantId
  }

  async add(piece: Uint8Array): Promise<void> {
    for (let offset = 0; offset < piece.length; ) {
      // A full chunk is encrypted only when more follows: the nonce of the last chunk marks it as the last.
      if (this.#plainBytes === CHUNK_BYTES) {
        this.#encrypt(false)
        if (this.#encryptedBytes + ENCRYPTED_CHUNK_BYTES > BLOCK_BYTES) await this.#write()
        await setImmediate()
      }
      const part = piece.subarray(offset, offset + CHUNK_BYTES - this.#plainBytes)
      this.#block.set(part, this.#encryptedBytes + this.#plainBytes)
      this.#plainBytes += part.length
      offset += part.length
    }
  }

  /** Writes the last chunk and the header. */
  async finish(): Promise<FileIdentity> {
    this.#encrypt(true)
    await this.#write()
    const lastBlock = await this.#written!
    const identity = { tenantId: this.#tenantId, sha256: this.#hash.digest('hex'), size: this.#size }
    const header = makeHeader(this.#salt, identity)
    await this.#inTurn(
      () => this.#file.write(header, 0, HEADER_BYTES, 0),
      () => writeSync(this.#file.fd, header, 0, HEADER_BYTES, 0),
    )
    detachBuffer(lastBlock)
    detachBuffer(this.#block)
    return identity
  }

  #encrypt(isLast: boolean): void {
    const rest = this.#block.subarray(this.#encryptedBytes)
    const plain = rest.subarray(0, this.#plainBytes)
    this.#hash.update(plain)
    const number = this.#size / CHUNK_BYTES
    this.#encryptedBytes += encryptChunk(this.#key, { number, last: isLast, plain }, rest)
    this.#size += this.#plainBytes
    this.#plainBytes = 0
  }

  /** Begins to write the block when the one before is written. */
  async #write(): Promise<void> {
    const block = this.#block
    const bytes = block.subarray(0, this.#encryptedBytes)
    this.#block = (await this.#written) ?? makeBlock()
    const written = this.#inTurn(
      () => this.#file.writeFile(bytes),
      () => writeFileSync(this.#file.fd, bytes),
    )
    this.#written = ignoreUnhandled(written.then(() => block))
    this.#encryptedBytes = 0
  }

  async #inTurn(write: () => Promise<unknown>, writeInThread: () => unknown): Promise<void> {
    if (isMainThread) await inTurn(this.#tenantId, write)
    else writeInThread()
  }
}

function makeBlock(): Buffer {
  return Buffer.allocUnsafeSlow(BLOCK_BYTES)
}

/**
 * Encrypts plaintext into the new file `path`. The pieces are copied; the memory used does not grow with the file.
 * @throws errors of `pieces` and of the file system; no file is left then
 */
export async function encryptFile(
  path: string,
  tenantId: number,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FileIdentity> {
  const file = await open(path, 'wx', 0o600)
  try {
    const identity = await encryptInto(file, tenantId, pieces)
    await file.close()
    return identity
  } catch (error) {
    await file.close().catch(() => {})
    await removeFile(path).catch(() => {})
    throw error
  }
}

async function encryptInto(
  file: FileHandle,
  tenantId: number,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FileIdentity> {
  const writer = new EncryptedFileWriter(file, tenantId)
  for await (const piece of pieces) await writer.add(piece)
  return writer.finish()
}
