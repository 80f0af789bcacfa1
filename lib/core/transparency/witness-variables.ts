import type { z } from 'zod'
import { allowedHosts, commaSeparated } from '../runtime/variable-kinds.ts'
import { type NoteKey, parseVerifierKey } from './note.ts'

/** A witness that is asked to cosign the transparency log of this installation. */
export interface Witness {
  key: NoteKey
  /** The text form of its key. */
  verifierKey: string
  /** Its submission prefix (C2SP tlog-witness), without a slash at the end. */
  url: string
}

export const witnessVariables = {
  WITNESSES: commaSeparated,
  WITNESS_ALLOWED_HOSTS: allowedHosts,
  WITNESSED_LOGS: commaSeparated,
}

type WitnessVariables = z.output<z.ZodObject<typeof witnessVariables>>

/**
 * The witnesses of `WITNESSES`, and the keys of other installations' logs that this one witnesses.
 * @throws Error with a sentence for the operator
 */
export function toWitnesses(v: WitnessVariables): { witnesses: Witness[]; witnessedLogs: NoteKey[] } {
  return { witnesses: v.WITNESSES.map(toWitness), witnessedLogs: v.WITNESSED_LOGS.map(toLogKey) }
}

function toWitness(entry: string): Witness {
  const [verifierKey = '', url = ''] = entry.split(/\s+/)
  const key = parseVerifierKey(verifierKey, { isWitness: true })
  if (!key || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(
      `WITNESSES must be the verifier key of a witness, a space and its URL, several of them separated by commas, and “${entry}” is not.`,
    )
  return { key, verifierKey, url: url.replace(/\/+$/, '') }
}

function toLogKey(text: string): NoteKey {
  const key = parseVerifierKey(text)
  if (!key)
    throw new Error(
      `WITNESSED_LOGS must be verifier keys of logs, separated by commas, and “${text}” is not one.`,
    )
  return key
}
