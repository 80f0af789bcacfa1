import { logEntry } from '../../lib/audit/chain.ts'
import { parseCheckpoint, parseLogProof, proves } from '../../lib/core/transparency/checkpoint.ts'
import { findSignatures, parseNote, parseVerifierKey } from '../../lib/core/transparency/note.ts'
import type { Trail } from './check-trail.ts'
import { type Part, PROOF } from './manifest.ts'
import type { Findings } from './report.ts'
import type { Trust } from './trust.ts'

/**
 * A head of this trail is in the log, whose key has signed the checkpoint.
 * @param sealedSeq the last event that a seal names: an entry before it says nothing about what followed
 */
export function checkLog(
  part: Part,
  trail: Trail | null,
  sealedSeq: number,
  trust: Trust,
  findings: Findings,
): void {
  const file = part.folder + PROOF
  const { log } = part.manifest
  const proof = part.files.get(PROOF)
  if (!log || !proof) {
    findings.add(
      'log',
      'unknown',
      'The package has no proof that the trail is in the transparency log.',
      file,
    )
    return
  }
  const faults = findFaults(Buffer.from(proof).toString(), log, trail, trust)
  const place = `The trail up to event ${log.entry.seq} is entry ${log.index} of the log ${log.origin}`
  const doubt = findDoubt(log.entry.seq, sealedSeq, trust)
  if (faults.length === 0 && doubt) findings.add('log', 'unknown', `${place}, but ${doubt}`, file)
  else findings.addFaults('log', faults, `${place}.`, file)
}

/** Why a proof that holds does not prove that this trail is in the log; null where it does. */
function findDoubt(seq: number, sealedSeq: number, { logKey }: Trust): string | null {
  if (!logKey)
    return 'its key was not given: who made the package can have made up the log as well (--log-key).'
  return seq < sealedSeq
    ? `the seal names event ${sealedSeq}: the events from ${seq + 1} on could have been rewritten.`
    : null
}

function findFaults(
  text: string,
  { verifier_key, entry, origin }: NonNullable<Part['manifest']['log']>,
  trail: Trail | null,
  trust: Trust,
): string[] {
  try {
    const proof = parseLogProof(text)
    const note = parseNote(proof.checkpoint)
    const key = trust.logKey ?? parseVerifierKey(verifier_key)
    const checkpoint = parseCheckpoint(note.text)
    const isSigned = key && key.name === checkpoint.origin && findSignatures(note, key).length > 0
    const isOfTrail = trail?.chain === entry.chain && trail.events[entry.seq - 1]?.hash === entry.hash
    return [
      ...(isSigned && checkpoint.origin === origin
        ? []
        : ['The checkpoint is not signed by the key of the log.']),
      ...(isOfTrail ? [] : ['The log has another audit trail: this one was exchanged or rewritten.']),
      ...(proves(proof, logEntry(entry), checkpoint) ? [] : ['The proof does not lead to the checkpoint.']),
    ]
  } catch (error) {
    return [(error as Error).message]
  }
}
