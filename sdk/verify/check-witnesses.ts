import { parseLogProof } from '../../lib/core/transparency/checkpoint.ts'
import { findCosignatures } from '../../lib/core/transparency/cosignature.ts'
import { findClaimed, type Note, type NoteKey, parseNote } from '../../lib/core/transparency/note.ts'
import { type Part, PROOF } from './manifest.ts'
import type { Findings } from './report.ts'
import type { Trust } from './trust.ts'

/**
 * Enough of the witnesses that were given have cosigned the checkpoint of the proof: the log had not been rewritten, and
 * is the same for everyone. `checkLog` tells whether the proof leads to that checkpoint.
 */
export function checkWitnesses(part: Part, { witnesses, quorum }: Trust, findings: Findings): void {
  if (witnesses.length === 0) return
  const file = part.folder + PROOF
  const note = readCheckpoint(part.files.get(PROOF))
  const cosigned = witnesses.map((key) => ({ key, at: note && findCosignatures(note, key)[0]?.at }))
  const seen = cosigned.flatMap(({ key, at }) => (at ? [`${key.name} at ${at.toISOString()}`] : []))
  const forged = witnesses.filter((key) => note && isForged(note, key))
  const missing = cosigned.flatMap(({ key, at }) => (at ? [] : [key.name]))
  const isEnough = seen.length >= quorum
  const faults = [
    ...forged.map(({ name }) => `The cosignature of ${name} is not of this checkpoint.`),
    ...(isEnough
      ? []
      : [
          `${seen.length} of the ${quorum} witnesses that are required have cosigned the log (not ${missing.join(', ')}): ` +
            'it may have been rewritten, or is not the one that others see. A package of today has the cosignatures of today.',
        ]),
  ]
  findings.addFaults('witnesses', faults, `The log was seen by ${seen.join(', ')}.`, file)
}

/** A line names the key, but the key has not made it. */
function isForged(note: Note, key: NoteKey): boolean {
  return findClaimed(note, key).length > findCosignatures(note, key).length
}

function readCheckpoint(proof: Uint8Array | undefined): Note | null {
  try {
    return proof ? parseNote(parseLogProof(Buffer.from(proof).toString()).checkpoint) : null
  } catch {
    return null
  }
}
