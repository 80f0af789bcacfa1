import { logEntry } from '../../lib/audit/chain.ts'
import { parseCheckpoint, parseLogProof, proves } from '../../lib/core/transparency/checkpoint.ts'
import { findSignatures, parseNote, parseVerifierKey } from '../../lib/core/transparency/note.ts'
import type { Part, Trust } from './check-package.ts'
import type { Trail } from './check-trail.ts'
import type { Findings } from './report.ts'

const PROOF = 'log-inclusion.tlog-proof'

/** A head of this trail is in the log, whose key has signed the checkpoint. */
export function checkLog(part: Part, trail: Trail | null, trust: Trust, findings: Findings): void {
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
  const passed = `The trail up to event ${log.entry.seq} is entry ${log.index} of the log ${log.origin}.`
  findings.addFaults('log', faults, passed, file)
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
