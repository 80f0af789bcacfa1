import { decrypt, encrypt } from '#lib/core/secretbox'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { getKeyId, notAfter } from './certificates.ts'
import { importKeyPair, type KeyPair } from './key-pair.ts'

/** Name of the encryption key that `core/secretbox` derives for wrapped private keys. */
const PURPOSE = 'signing keys'

/** A certificate and its private key as they are stored. */
export interface StoredKey {
  /** DER. */
  certificate: Uint8Array
  /** Private key in PKCS#8, encrypted with AES-256-GCM, bound to the owner and the certificate's key identifier. */
  wrappedKey: Uint8Array
  notAfter: Date
}

/**
 * Wraps a private key for storage.
 * @param owner the key's owner (`root`, `tenant 3 authority`): bound to the ciphertext as associated data.
 */
export async function wrapKey(owner: string, keyPair: KeyPair): Promise<StoredKey> {
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keyPair.privateKey))
  const wrappedKey = encrypt(PURPOSE, pkcs8, associatedData(owner, keyPair.certificate))
  pkcs8.fill(0)
  return { certificate: keyPair.certificate, wrappedKey, notAfter: notAfter(keyPair.certificate) }
}

/**
 * Unwraps a stored key as a non-extractable one.
 * @throws when the row was changed, belongs to another owner, or the installation key differs
 */
export async function unwrapKey(owner: string, storedKey: StoredKey): Promise<KeyPair> {
  const { certificate } = storedKey
  const pkcs8 = decrypt(PURPOSE, storedKey.wrappedKey, associatedData(owner, certificate))
  const keyPair = await importKeyPair(certificate, pkcs8, { extractable: false })
  pkcs8.fill(0)
  return keyPair
}

/**
 * A signing identity that does not reveal its key.
 * @param chain the issuing certificates up to the root, DER
 */
export function makeIdentity(keyPair: KeyPair, chain: Uint8Array[]): SigningIdentity {
  return { certificate: keyPair.certificate, chain, sign: keyPair.sign }
}

/** Authenticated but not encrypted: a wrapped key moved to another row or beside another certificate fails. */
function associatedData(owner: string, certificate: Uint8Array): string {
  return `${owner} ${getKeyId(certificate)}`
}
