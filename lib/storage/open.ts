import type { KeyObject } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { release } from '#lib/core/memory'
import {
  CHUNK_BYTES,
  damaged,
  fileKey,
  HEADER_BYTES,
  type Identity,
  openChunk,
  openHeader,
  SEALED_CHUNK_BYTES,
} from './format.ts'

/** A sealed file on this machine: staged, or in its folder. */
export interface SealedFile {
  path: string
  identity: Identity
}

const READ_BYTES = 8 * SEALED_CHUNK_BYTES

/** The plaintext of a sealed file on this machine. */
export async function openFile({ path, identity }: SealedFile): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES))
    return await gather(
      openChunks(sealedChunks(file), fileKey(openHeader(buffer, identity)), 0, identity),
      identity,
    )
  } finally {
    await file.close()
  }
}

/** The chunks after the header, each until the next is asked for: they are read into the same memory again and again. */
async function* sealedChunks(file: FileHandle): AsyncGenerator<Buffer> {
  const memory = Buffer.allocUnsafeSlow(READ_BYTES)
  for (let at = HEADER_BYTES; ; ) {
    const { bytesRead } = await file.read(memory, 0, READ_BYTES, at)
    if (bytesRead === 0) return
    for (let from = 0; from < bytesRead; from += SEALED_CHUNK_BYTES)
      yield memory.subarray(from, Math.min(from + SEALED_CHUNK_BYTES, bytesRead))
    at += bytesRead
  }
}

/** The plaintext of a whole stored file. Its header vouches for the SHA-256, so that it need not be counted again. */
export function openAll(sealed: Readable, identity: Identity): Promise<Buffer> {
  return gather(openFrom(sealed, identity), identity)
}

async function gather(chunks: AsyncIterable<Buffer>, identity: Identity): Promise<Buffer> {
  const plain = Buffer.allocUnsafe(identity.size)
  let filled = 0
  for await (const chunk of chunks) {
    filled += chunk.copy(plain, filled)
    release(chunk)
  }
  if (filled !== identity.size) throw damaged(identity, 'its length')
  return plain
}

/** The plaintext of a stored file, chunk by chunk, from a stream that begins with its header. */
export async function* openFrom(sealed: Readable, identity: Identity): AsyncGenerator<Buffer> {
  try {
    const pieces = blocks(sealed, HEADER_BYTES)
    const header = await pieces.next()
    const key = fileKey(openHeader(header.value ?? Buffer.alloc(0), identity))
    yield* openChunks(pieces, key, 0, identity)
  } finally {
    sealed.destroy()
  }
}

/** The chunks from number `first` on, as long as `sealed` has any. */
export async function* openChunks(
  sealed: AsyncIterable<Buffer>,
  key: KeyObject,
  first: number,
  identity: Identity,
): AsyncGenerator<Buffer> {
  let number = first
  for await (const block of sealed) {
    yield openChunk(key, number, block, identity)
    number += 1
  }
}

/** Cuts a stream into a first block of `firstBytes`, then sealed chunks. */
export async function* blocks(stream: Readable, firstBytes = 0): AsyncGenerator<Buffer> {
  let wanted = firstBytes || SEALED_CHUNK_BYTES
  let pieces: Buffer[] = []
  let held = 0
  for await (const arrived of stream) {
    let piece = arrived as Buffer
    while (held + piece.length >= wanted) {
      const part = piece.subarray(0, wanted - held)
      yield pieces.length === 0 ? part : Buffer.concat([...pieces, part])
      piece = piece.subarray(part.length)
      pieces = []
      held = 0
      wanted = SEALED_CHUNK_BYTES
    }
    if (piece.length > 0) {
      pieces.push(piece)
      held += piece.length
    }
  }
  if (held > 0) yield Buffer.concat(pieces)
}

/** Which bytes of a stored file hold the plaintext from chunk `first` to the chunk of byte `end`. */
export function sealedRange(first: number, end: number): { start: number; end: number } {
  const last = Math.floor(end / CHUNK_BYTES)
  return {
    start: HEADER_BYTES + first * SEALED_CHUNK_BYTES,
    end: HEADER_BYTES + (last + 1) * SEALED_CHUNK_BYTES - 1,
  }
}
