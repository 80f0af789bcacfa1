import { type Env, env, SetupError } from '#lib/core/env'
import type { NoteKey } from '#lib/core/transparency/note'
import { deriveSigningKey, loadLogKey, makeOrigin, type SigningKey } from '../log/log-key.ts'

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

/** Refuses an installation that vouches for its own log. @throws SetupError */
export function checkWitnesses(
  { witnesses, witnessedLogs }: Pick<Env, 'witnesses' | 'witnessedLogs'> = env(),
): void {
  const ownKeys = [loadWitnessKey(), loadLogKey(makeOrigin())].map(({ key }) => key.publicKey)
  const isOwn = ({ publicKey }: NoteKey) => ownKeys.some((own) => own.equals(publicKey))
  const problem = 'has a key of this installation, which cannot witness its own log.'
  if (witnesses.some(({ key }) => isOwn(key))) throw new SetupError(`WITNESSES ${problem}`)
  if (witnessedLogs.some(isOwn)) throw new SetupError(`WITNESSED_LOGS ${problem}`)
}
