import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import { deriveKey } from '#lib/core/secretbox'

/*
 * A stored file: a header, then chunks of 64 KiB of plaintext, each encrypted with AES-256-GCM (STREAM: the nonce is
 * the chunk's number and whether it is the last). So each chunk can be decrypted alone, and chunks cannot be removed,
 * moved or exchanged. The header's tag binds the file to its tenant, its SHA-256 and its size.
 */
const MAGIC = Buffer.from('PRF1')
export const SALT_BYTES = 16
const TAG_BYTES = 16
const HEADER_TAG_BYTES = 32
export const HEADER_BYTES = MAGIC.length + SALT_BYTES + HEADER_TAG_BYTES
export const CHUNK_BYTES = 65_536
export const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

/** The identity of a file: its tenant, SHA-256 (hex) and length in bytes. */
export interface FileIdentity {
  tenantId: number
  sha256: string
  size: number
}

/** A file is missing or damaged. */
export class StorageError extends Error {}

/** The plaintext size of a stored file of `total` bytes; null when no stored file can have that length. */
export function plainSize(total: number): number | null {
  const body = total - HEADER_BYTES
  if (body < TAG_BYTES) return null
  const size = body - Math.ceil(body / ENCRYPTED_CHUNK_BYTES) * TAG_BYTES
  return chunkCount(size) === Math.ceil(body / ENCRYPTED_CHUNK_BYTES) ? size : null
}

/** The number of chunks for `size` bytes; an empty file has one empty chunk. */
export function chunkCount(size: number): number {
  return Math.max(1, Math.ceil(size / CHUNK_BYTES))
}

/** The header of a file: it is written last, when the SHA-256 is known. */
export function makeHeader(salt: Uint8Array, identity: FileIdentity): Buffer {
  return Buffer.concat([MAGIC, salt, headerTag(salt, identity)])
}

/**
 * Checks that a header is that of the file `identity`.
 * @returns the salt of its key
 * @throws StorageError when it is not
 */
export function checkHeader(header: Uint8Array, identity: FileIdentity): Uint8Array {
  if (!isOwnHeader(header, identity)) throw damagedError(identity, 'its header')
  return readSalt(header)
}

/** Whether a header is that of the file `identity`, made with the key of this installation. */
export function isOwnHeader(header: Uint8Array, identity: FileIdentity): boolean {
  const tag = header.subarray(MAGIC.length + SALT_BYTES, HEADER_BYTES)
  const isOurFormat = header.length >= HEADER_BYTES && MAGIC.equals(header.subarray(0, MAGIC.length))
  return isOurFormat && timingSafeEqual(tag, headerTag(readSalt(header), identity))
}

const readSalt = (header: Uint8Array) => header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)

/**
 * Encrypts chunk `number` under the key of its file into the start of `encrypted`: the ciphertext, then its tag.
 * @returns the number of bytes written
 */
export function encryptChunk(
  key: KeyObject,
  { number, last, plain }: { number: number; last: boolean; plain: Uint8Array },
  encrypted: Uint8Array,
): number {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(number, last))
  const ciphertext = cipher.update(plain)
  cipher.final()
  encrypted.set(ciphertext)
  encrypted.set(cipher.getAuthTag(), plain.length)
  detachBuffer(ciphertext)
  return plain.length + TAG_BYTES
}

/**
 * Decrypts one chunk.
 * @throws StorageError that names the file and the chunk.
 */
export function decryptChunk(
  key: KeyObject,
  number: number,
  encrypted: Uint8Array,
  identity: FileIdentity,
): Buffer {
  const isLast = number === chunkCount(identity.size) - 1
  try {
    const tagAt = encrypted.length - TAG_BYTES
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast))
    decipher.setAuthTag(encrypted.subarray(tagAt))
    const plaintext = decipher.update(encrypted.subarray(0, tagAt))
    decipher.final()
    return plaintext
  } catch {
    throw damagedError(identity, `chunk ${number}`)
  }
}

/** The key of one file, derived from the installation key and the file's salt. */
export function fileKey(salt: Uint8Array): KeyObject {
  return createSecretKey(createHmac('sha256', deriveKey('files')).update('key').update(salt).digest())
}

/** The error for a damaged file. */
export function damagedError(
  identity: Pick<FileIdentity, 'tenantId' | 'sha256'>,
  part: string,
): StorageError {
  return new StorageError(
    `The stored file ${identity.sha256} of tenant ${identity.tenantId} is damaged: ${part}.`,
  )
}

function headerTag(salt: Uint8Array, { tenantId, sha256, size }: FileIdentity): Buffer {
  return createHmac('sha256', deriveKey('files'))
    .update('header')
    .update(salt)
    .update(`${tenantId}:${sha256}:${size}`)
    .digest()
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  // Bytes 7 to 10: the chunk number; byte 11: the last-chunk flag.
  bytes.writeUInt32BE(number, 7)
  bytes[11] = isLast ? 1 : 0
  return bytes
}
