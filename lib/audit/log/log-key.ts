import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { env } from '#lib/core/env'
import { deriveKey } from '#lib/core/secretbox'
import type { NoteKey } from '#lib/core/transparency/note'

/** The header of a private Ed25519 key in PKCS#8 (RFC 8410, 7). */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key with the name under which it signs. */
export interface SigningKey {
  key: NoteKey
  privateKey: KeyObject
}

/** The origin of a log that begins now: its address without scheme (C2SP tlog-tiles). */
export function makeOrigin(): string {
  return `${env().appUrl.replace(/^\w+:\/\//, '')}/api/v1/trust/log`
}

/** The key that signs checkpoints, derived from the installation's: the origin is that of the first checkpoint. */
export function loadLogKey(origin: string): SigningKey {
  const { privateKey, publicKey } = deriveSigningKey('transparency log')
  return { key: { name: origin, publicKey }, privateKey }
}

/** The Ed25519 key of this installation for a purpose. */
export function deriveSigningKey(purpose: string): { privateKey: KeyObject; publicKey: KeyObject } {
  const pkcs8 = Buffer.concat([PKCS8_HEADER, deriveKey(purpose).export()])
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
