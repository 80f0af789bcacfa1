import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/*
 * An encrypted backup: a header with a salt, then chunks of 64 KiB of plaintext, each encrypted with AES-256-GCM under a
 * key derived from the secret and the salt (HKDF-SHA-256). The nonce is the number of the chunk and whether it is the
 * last, so that chunks cannot be removed, moved or exchanged.
 */
const MAGIC = Buffer.from('PRFB')
const SALT_BYTES = 16
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
export const HEADER_BYTES = MAGIC.length + SALT_BYTES

/** The backup cannot be decrypted: another secret, another file, or a part is damaged or missing. */
export class BackupError extends Error {}

/** Encrypts a stream. */
export async function* encryptBackup(
  plaintext: AsyncIterable<Uint8Array>,
  secret: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = makeKey(secret, salt)
  yield Buffer.concat([MAGIC, salt])
  for await (const { bytes, number, isLast } of split(plaintext, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, makeNonce(number, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what follows the header. @throws BackupError */
export async function* decryptBackup(
  header: Uint8Array,
  encrypted: AsyncIterable<Uint8Array>,
  secret: string,
): AsyncGenerator<Buffer> {
  if (!MAGIC.equals(header.subarray(0, MAGIC.length)))
    throw new BackupError('This file is not a backup of Paraph.')
  const key = makeKey(secret, header.subarray(MAGIC.length))
  for await (const { bytes, number, isLast } of split(encrypted, CHUNK_BYTES + TAG_BYTES)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, makeNonce(number, isLast))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw new BackupError(
        number === 0
          ? 'The backup cannot be decrypted: APP_SECRET is not the one that it was made with, or its beginning is damaged.'
          : `The backup is damaged or incomplete (after ${number * CHUNK_BYTES} bytes).`,
      )
    }
  }
}

function makeKey(secret: string, salt: Uint8Array): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, salt, 'paraph backup', 32)))
}

function makeNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** The stream in pieces of this size; the last one may be shorter, and is empty only for an empty stream. */
async function* split(stream: AsyncIterable<Uint8Array>, size: number) {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const piece of stream) {
    rest = Buffer.concat([rest, piece])
    for (; rest.length > size; number++) {
      yield { bytes: rest.subarray(0, size), number, isLast: false }
      rest = rest.subarray(size)
    }
  }
  yield { bytes: rest, number, isLast: true }
}
