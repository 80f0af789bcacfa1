import { env } from '#lib/core/env'
import type { NoteKey } from '#lib/core/transparency/note'
import { deriveSigningKey, type SigningKey } from '../log/log-key.ts'

/** The submission prefix below which this installation answers as a witness. */
export function witnessUrl(): string {
  return `${env().appUrl}/api/v1/trust/witness`
}

/** The key with which this installation cosigns other logs, derived from the installation's; its name is its address. */
export function loadWitnessKey(): SigningKey {
  const { privateKey, publicKey } = deriveSigningKey('log witness')
  const key: NoteKey = { name: witnessUrl().replace(/^\w+:\/\//, ''), publicKey, isWitness: true }
  return { key, privateKey }
}
