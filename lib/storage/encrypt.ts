import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
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

/** What is written at a time: writing every chunk for itself takes longer than encrypting it. */
const BLOCK_BYTES = HEADER_BYTES + 4 * ENCRYPTED_CHUNK_BYTES

/**
 * Hashes and encrypts plaintext incrementally into an empty file. The event loop has its turn after every chunk, and
 * a block is written while the next one is encrypted, so that neither a large piece nor a slow disk stops the loop.
 * All methods throw errors of the file system.
 */
export class EncryptedFileWriter {
  readonly #file: FileHandle
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

  constructor(file: FileHandle) {
    this.#file = file
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
  async finish(tenantId: number): Promise<FileIdentity> {
    this.#encrypt(true)
    await this.#write()
    const lastBlock = await this.#written!
    const identity = { tenantId, sha256: this.#hash.digest('hex'), size: this.#size }
    await this.#file.write(makeHeader(this.#salt, identity), 0, HEADER_BYTES, 0)
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
    this.#written = ignoreUnhandled(this.#file.writeFile(bytes).then(() => block))
    this.#encryptedBytes = 0
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
    return await encryptInto(file, tenantId, pieces).finally(() => file.close())
  } catch (error) {
    await removeFile(path).catch(() => {})
    throw error
  }
}

async function encryptInto(
  file: FileHandle,
  tenantId: number,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FileIdentity> {
  const writer = new EncryptedFileWriter(file)
  for await (const piece of pieces) await writer.add(piece)
  return writer.finish(tenantId)
}
