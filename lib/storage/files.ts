import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { decryptAll, decryptChunks, encryptedRange, splitBlocks } from './decrypt.ts'
import {
  CHUNK_BYTES,
  checkHeader,
  damagedError,
  type FileIdentity,
  fileKey,
  HEADER_BYTES,
  isOwnHeader,
  plainSize,
  StorageError,
} from './format.ts'
import { store } from './open-store.ts'
import { stageStream } from './stage.ts'
import { makePictureKey, makeStoreKey, pictureKinds } from './store.ts'

/** A stored file: the SHA-256 of its plaintext (hex) and its length. */
interface StoredBytes {
  sha256: string
  size: number
}

/** Stores bytes. The same bytes of the same tenant are stored once. */
export async function putBytes(tenantId: number, bytes: Uint8Array): Promise<StoredBytes> {
  const { size, sha256, commit } = await stageStream(tenantId, [bytes], { maxBytes: bytes.length })
  await commit()
  return { sha256, size }
}

/**
 * The verified bytes with this SHA-256.
 * @throws StorageError when they are missing or damaged.
 */
export async function getBytes(tenantId: number, sha256: string): Promise<Uint8Array> {
  const { bytes, identity } = await findFile(tenantId, sha256, 0)
  return decryptAll(bytes, identity)
}

/**
 * The bytes from `start` to `end` (inclusive, as in a Range header), as a stream: only the chunks with these bytes are
 * read. A missing or damaged file ends the stream with a StorageError.
 */
export function getStream(
  tenantId: number,
  sha256: string,
  range: { start?: number; end?: number } = {},
): Readable {
  return Readable.from(readRange(tenantId, sha256, range), { objectMode: false })
}

/** The length of the plaintext; null when there is no such file. */
export async function readSize(tenantId: number, sha256: string): Promise<number | null> {
  const stored = await (await store()).read(makeStoreKey(tenantId, sha256), 0, 0)
  stored?.bytes.destroy()
  return stored ? plainSize(stored.total) : null
}

/** Deletes the file and its pictures. The caller has checked that no record of the tenant names it. */
export async function remove(tenantId: number, sha256: string): Promise<void> {
  const fileStore = await store()
  // In this order: a picture without its file would never be removed.
  await Promise.all(pictureKinds.map((kind) => fileStore.remove(makePictureKey(tenantId, sha256, kind))))
  await fileStore.remove(makeStoreKey(tenantId, sha256))
}

/** The tenant and the hash in the key of a stored file. */
export interface StoredHash {
  tenantId: number
  sha256: string
}

/** The key of a copy that `openFolder` makes on another file system. */
const INCOMPLETE = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{64}\..+\.part$/

/** All files stored before `olderThan`; `removesIncomplete` removes those of interrupted copies that are as old. */
export async function* listFiles(
  olderThan: Date,
  { removesIncomplete = false } = {},
): AsyncGenerator<StoredHash> {
  const fileStore = await store()
  for await (const { key, modifiedAt } of fileStore.list()) {
    if (modifiedAt >= olderThan) continue
    const [, tenantId, sha256] = /^(\d+)\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key) ?? []
    if (sha256) yield { tenantId: Number(tenantId), sha256 }
    else if (removesIncomplete && INCOMPLETE.test(key)) await fileStore.remove(key)
  }
}

/**
 * Whether the key of this installation made the header of a stored file; null when there is no such file. Another
 * installation may use the same bucket. A file whose header is damaged or cannot be read is nobody's.
 */
export async function isOwnFile({ tenantId, sha256 }: StoredHash): Promise<boolean | null> {
  const stored = await (await store()).read(makeStoreKey(tenantId, sha256), 0, HEADER_BYTES - 1)
  if (!stored) return null
  // A disk may be unable to read some files.
  const header = await buffer(stored.bytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') return Buffer.alloc(0)
    throw error
  })
  const size = plainSize(stored.total)
  return size !== null && isOwnHeader(header, { tenantId, sha256, size })
}

/** Removes a file unless it was stored again since `olderThan`. @returns whether it was removed */
export async function removeOlder(tenantId: number, sha256: string, olderThan: Date): Promise<boolean> {
  const fileStore = await store()
  const key = makeStoreKey(tenantId, sha256)
  const modifiedAt = await fileStore.modifiedAt(key)
  if (!modifiedAt || modifiedAt >= olderThan) return false
  await remove(tenantId, sha256)
  return true
}

async function* readRange(
  tenantId: number,
  sha256: string,
  { start = 0, end }: { start?: number; end?: number },
): AsyncGenerator<Buffer> {
  const firstChunk = Math.floor(start / CHUNK_BYTES)
  const range = encryptedRange(firstChunk, end)
  // One read for the header, which has the salt of the key, and for the chunks.
  const { bytes, identity } = await findFile(tenantId, sha256, range.start, range.end, HEADER_BYTES)
  try {
    const blocks = splitBlocks(bytes, HEADER_BYTES)
    const { value: header } = await blocks.next()
    const key = fileKey(checkHeader(header ?? Buffer.alloc(0), identity))
    const lastByte = Math.min(end ?? identity.size, identity.size - 1)
    let chunkStart = firstChunk * CHUNK_BYTES
    for await (const chunk of decryptChunks(blocks, key, firstChunk, identity)) {
      yield chunk.subarray(Math.max(0, start - chunkStart), lastByte + 1 - chunkStart)
      chunkStart += chunk.length
    }
    if (chunkStart <= lastByte) throw damagedError(identity, 'its length')
  } finally {
    bytes.destroy()
  }
}

async function findFile(
  tenantId: number,
  sha256: string,
  start: number,
  end?: number,
  head?: number,
): Promise<{ bytes: Readable; identity: FileIdentity }> {
  const stored = await (await store()).read(makeStoreKey(tenantId, sha256), start, end, head)
  if (!stored) throw new StorageError(`The stored file ${sha256} of tenant ${tenantId} is missing.`)
  const size = plainSize(stored.total)
  if (size === null) {
    stored.bytes.destroy()
    throw damagedError({ tenantId, sha256 }, 'its length')
  }
  return { bytes: stored.bytes, identity: { tenantId, sha256, size } }
}
