import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { env } from './env.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const derived = new Map<string, KeyObject>()

/** A 32-byte key for one purpose, derived from `APP_SECRET` by HKDF-SHA-256 (RFC 5869). */
export function deriveKey(purpose: string): KeyObject {
  let key = derived.get(purpose)
  if (!key) {
    key = createSecretKey(new Uint8Array(hkdfSync('sha256', env().appSecret, 'paraph', purpose, 32)))
    derived.set(purpose, key)
  }
  return key
}

/**
 * Encrypts with AES-256-GCM under the key of `purpose`; `context` is bound to the result as associated data.
 * @returns nonce (12 bytes), ciphertext, tag (16 bytes).
 */
export function seal(purpose: string, plaintext: Uint8Array, context = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/**
 * Opens what `seal` made.
 * @throws when the bytes, the purpose, the context or the installation's secret are not those it was sealed with.
 */
export function open(purpose: string, sealed: Uint8Array, context = ''): Buffer {
  const tagAt = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(tagAt))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagAt)), decipher.final()])
}
