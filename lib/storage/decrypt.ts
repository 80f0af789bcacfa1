import type { KeyObject } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import {
  CHUNK_BYTES,
  checkHeader,
  chunkCount,
  damagedError,
  decryptChunk,
  ENCRYPTED_CHUNK_BYTES,
  type FileIdentity,
  fileKey,
  HEADER_BYTES,
} from './format.ts'

/** An encrypted file on this machine. */
export interface EncryptedFile {
  path: string
  identity: FileIdentity
}

/**
 * The plaintext of an encrypted file on this machine; synchronous, so only for worker threads.
 * @throws StorageError when it is damaged
 */
export function decryptFileSync({ path, identity }: EncryptedFile): Uint8Array {
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(descriptor, header)
    const key = fileKey(checkHeader(header, identity))
    const plaintext = new Uint8Array(identity.size)
    const encrypted = Buffer.allocUnsafeSlow(ENCRYPTED_CHUNK_BYTES)
    for (let number = 0; number < chunkCount(identity.size); number++) {
      const length = readSync(descriptor, encrypted)
      const chunk = decryptChunk(key, number, encrypted.subarray(0, length), identity)
      chunk.copy(plaintext, number * CHUNK_BYTES)
      detachBuffer(chunk)
    }
    detachBuffer(encrypted)
    return plaintext
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The plaintext of a stored file. The authenticated header has the SHA-256, so it is not calculated again.
 * @throws StorageError when it is damaged
 */
export async function decryptAll(encrypted: Readable, identity: FileIdentity): Promise<Uint8Array> {
  const plaintext = new Uint8Array(identity.size)
  let filledBytes = 0
  for await (const chunk of decryptWhole(encrypted, identity)) {
    filledBytes += chunk.copy(plaintext, filledBytes)
    detachBuffer(chunk)
  }
  return plaintext
}

/** @throws StorageError when a stored file is damaged: every byte of it is authenticated */
export async function assertIntact(encrypted: Readable, identity: FileIdentity): Promise<void> {
  for await (const chunk of decryptWhole(encrypted, identity)) detachBuffer(chunk)
}

async function* decryptWhole(encrypted: Readable, identity: FileIdentity): AsyncGenerator<Buffer> {
  try {
    const blocks = splitBlocks(encrypted, HEADER_BYTES)
    const { value: header } = await blocks.next()
    const key = fileKey(checkHeader(header ?? Buffer.alloc(0), identity))
    let size = 0
    for await (const chunk of decryptChunks(blocks, key, 0, identity)) {
      size += chunk.length
      yield chunk
    }
    if (size !== identity.size) throw damagedError(identity, 'its length')
  } finally {
    encrypted.destroy()
  }
}

/** Decrypts a stream of chunks, the first of which has the number `first` in its file. */
export async function* decryptChunks(
  encrypted: AsyncIterable<Buffer>,
  key: KeyObject,
  first: number,
  identity: FileIdentity,
): AsyncGenerator<Buffer> {
  let number = first
  for await (const block of encrypted) {
    yield decryptChunk(key, number, block, identity)
    number += 1
  }
}

/** Splits a stream into a first block of `firstBytes` (none by default) and blocks of one encrypted chunk each. */
export async function* splitBlocks(stream: Readable, firstBytes = 0): AsyncGenerator<Buffer> {
  let needed = firstBytes || ENCRYPTED_CHUNK_BYTES
  let pieces: Buffer[] = []
  let buffered = 0
  for await (const read of stream) {
    let piece = read as Buffer
    while (buffered + piece.length >= needed) {
      const part = piece.subarray(0, needed - buffered)
      yield pieces.length === 0 ? part : Buffer.concat([...pieces, part])
      piece = piece.subarray(part.length)
      pieces = []
      buffered = 0
      needed = ENCRYPTED_CHUNK_BYTES
    }
    if (piece.length > 0) {
      pieces.push(piece)
      buffered += piece.length
    }
  }
  if (buffered > 0) yield Buffer.concat(pieces)
}

/** The byte range of the encrypted file from chunk `first` to the chunk with plaintext byte `end`, or to the end. */
export function encryptedRange(first: number, end?: number): { start: number; end?: number } {
  const start = HEADER_BYTES + first * ENCRYPTED_CHUNK_BYTES
  if (end === undefined) return { start }
  const last = Math.floor(end / CHUNK_BYTES)
  return { start, end: HEADER_BYTES + (last + 1) * ENCRYPTED_CHUNK_BYTES - 1 }
}
