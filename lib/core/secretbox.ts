import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { secondsUntil } from './clock.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The name under which threads inherit the installation key, and the purpose of the key that wraps it. */
const INSTALLATION_KEY = 'paraph installation key'
/** Derived keys by purpose. */
const derivedKeys = new Map<string, KeyObject>()

/** The root of all derived keys, for this process and the threads that it starts from now on. */
export function setInstallationKey(key: Uint8Array): void {
  setEnvironmentData(INSTALLATION_KEY, key)
  derivedKeys.clear()
}

/** The key for a process that this one starts; null before it is loaded. */
export function inheritedInstallationKey(): Uint8Array | null {
  return (getEnvironmentData(INSTALLATION_KEY) as unknown as Uint8Array | undefined) ?? null
}

function installationKey(): Uint8Array {
  const key = inheritedInstallationKey()
  if (!key) throw new Error('The installation key is not loaded; db/installation-key loads it at start.')
  return key
}

/** A 32-byte key for one purpose, derived from the installation key by HKDF-SHA-256 (RFC 5869). */
export function deriveKey(purpose: string): KeyObject {
  let key = derivedKeys.get(purpose)
  if (!key) {
    key = hkdf(installationKey(), purpose)
    derivedKeys.set(purpose, key)
  }
  return key
}

/**
 * Wraps the installation key with a key derived from `secret`.
 * @returns nonce (12 bytes), ciphertext, tag (16 bytes): AES-256-GCM under HKDF-SHA-256 of the secret.
 */
export function wrapInstallationKey(secret: string): Buffer {
  return encryptWith(hkdf(secret, INSTALLATION_KEY), installationKey(), '')
}

/** Reverses `wrapInstallationKey`; null when another secret was used. */
export function unwrapInstallationKey(secret: string, wrapped: Uint8Array): Uint8Array | null {
  try {
    return new Uint8Array(decryptWith(hkdf(secret, INSTALLATION_KEY), wrapped, ''))
  } catch {
    return null
  }
}

/**
 * Encrypts with AES-256-GCM under the key of `purpose`; `context` is bound to the result as associated data.
 * @returns nonce (12 bytes), ciphertext, tag (16 bytes).
 */
export function encrypt(purpose: string, plaintext: Uint8Array, context = ''): Buffer {
  return encryptWith(deriveKey(purpose), plaintext, context)
}

/**
 * Decrypts the result of `encrypt`.
 * @throws when the bytes, the purpose, the context or the installation key differ from those of `encrypt`
 */
export function decrypt(purpose: string, encrypted: Uint8Array, context = ''): Buffer<ArrayBuffer> {
  return decryptWith(deriveKey(purpose), encrypted, context)
}

/** An encrypted value with its end, in milliseconds since 1970. */
export interface Expiring {
  expiresAt: number
}

/** Encrypts a value for a URL or a cookie: base64url of `encrypt` of its JSON, with the end as `expiresAt`. */
export function encryptText(purpose: string, value: object, expiresAt: Date): string {
  const content = JSON.stringify({ ...value, expiresAt: expiresAt.getTime() })
  return encrypt(purpose, Buffer.from(content)).toString('base64url')
}

/**
 * Reverses `encryptText`; null for other texts, and after `expiresAt`.
 * @param time null: also after that
 * @param maxSeconds how long such a text is valid at most
 */
export function decryptText<T extends object>(
  purpose: string,
  text: string,
  time: Date | null,
  maxSeconds: number,
): (T & Expiring) | null {
  const bytes = readBase64url(text)
  if (!bytes) return null
  try {
    const content = JSON.parse(decrypt(purpose, bytes).toString())
    return !time || secondsUntil(new Date(content.expiresAt), time, maxSeconds) > 0 ? content : null
  } catch {
    return null
  }
}

/**
 * The bytes of base64url without padding; null for other spellings of the same bytes: they would be other links, each of
 * which works once.
 */
export function readBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

function hkdf(inputKey: Uint8Array | string, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', inputKey, 'paraph', purpose, 32)))
}

function encryptWith(key: KeyObject, plaintext: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decryptWith(key: KeyObject, encrypted: Uint8Array, context: string): Buffer<ArrayBuffer> {
  const tagAt = encrypted.length - TAG_BYTES
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  // Without this option, a tag truncated to 4 bytes would be accepted.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(tagAt))
  const plaintext = decipher.update(encrypted.subarray(NONCE_BYTES, tagAt))
  // GCM has no last block: this only verifies the tag.
  decipher.final()
  return plaintext
}
