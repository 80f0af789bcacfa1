import { logCosignatures } from '#db/schema/audit'
import { read, write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { requestText } from '#lib/core/network/guarded-request'
import { endFault, getReportedFault, reportFault } from '#lib/core/runtime/faults'
import { formatAddCheckpoint } from '#lib/core/transparency/add-checkpoint'
import { parseCount } from '#lib/core/transparency/checkpoint'
import { findCosignatures } from '#lib/core/transparency/cosignature'
import { MerkleTree } from '#lib/core/transparency/merkle'
import { formatSignatureLine, parseNote, parseSignatureLine } from '#lib/core/transparency/note'
import type { Witness } from '#lib/core/transparency/witness-variables'
import { findLogState, LogAltered, lockLog } from '../log/state.ts'
import { tileReader } from '../log/tiles.ts'
import { findWitnessState } from './cosignatures.ts'
import type { CosignJob } from './queue.ts'

const installation = { tenantId: 0 }
/** How often the witness may name another size in one run: others of this installation ask it, too. */
const MAX_CONFLICTS = 3
/** The proof that the log has merely grown is not valid for what the witness cosigned before. */
const REWRITTEN = 422
const refusals: Record<number, string> = {
  403: 'it knows another key of this log',
  404: 'it does not witness this log',
  [REWRITTEN]: 'the log was rewritten, as it is not consistent with what the witness cosigned before',
}

/**
 * Has the present checkpoint cosigned by a witness.
 * @throws Error when it does not, and the job tries again later; nothing else waits for a witness
 */
export async function askWitness({ witness: verifierKey }: CosignJob): Promise<void> {
  const witness = env().witnesses.find((configured) => configured.verifierKey === verifierKey)
  // Locked: a transaction that found this job waiting has committed its checkpoint then.
  const { note, size } = await write(installation, async (tx) => {
    await lockLog(tx)
    return findLogState(tx)
  })
  if (!witness || !note) return
  const { name } = witness.key
  const { size: oldSize } = await read(installation, (reader) => findWitnessState(reader, verifierKey))
  if (oldSize !== size)
    await cosign(witness, note, size, oldSize).catch((err: Error) => {
      // That of the database, which was reported.
      if (getReportedFault(err)) throw err
      if (err instanceof LogAltered) reportFault('evidence_altered', { subject: 'transparency log', err })
      else if (err instanceof LogRewritten)
        reportFault('evidence_altered', { subject: `witness ${name}`, err })
      else reportFault('witness_failed', { subject: name, err, reason: err.message })
      throw err
    })
  endFault('witness_failed', name)
}

/** The witness has cosigned another log, or more of it. */
class LogRewritten extends Error {
  override name = 'LogRewritten'
}

async function cosign(witness: Witness, note: string, size: number, known: number): Promise<void> {
  const { name } = witness.key
  let oldSize = known
  for (let asked = 0; asked <= MAX_CONFLICTS; asked++) {
    if (oldSize > size) return assertSize(oldSize, name)
    const { status, text } = await submit(witness, note, size, oldSize)
    if (status === 200) return store(witness, note, size, text)
    if (status !== 409) {
      const reason = refusals[status] ?? `HTTP ${status}`
      const message = `The witness ${name} does not cosign ${size} entries: ${reason}.`
      throw status === REWRITTEN ? new LogRewritten(message) : new Error(message)
    }
    oldSize = parseCount(text.trim())
  }
  throw new Error(`The witness ${name} named another size each time.`)
}

/** A witness may have cosigned a later checkpoint meanwhile, asked by another run. @throws LogRewritten for none of this log */
async function assertSize(cosigned: number, name: string): Promise<void> {
  const { size } = await read(installation, findLogState)
  if (cosigned > size)
    throw new LogRewritten(`The witness ${name} has cosigned ${cosigned} entries, but the log has ${size}.`)
}

async function submit(witness: Witness, checkpoint: string, size: number, oldSize: number) {
  const hashes = await read(installation, (reader) =>
    new MerkleTree(size, tileReader(reader)).consistencyProof(oldSize),
  )
  const body = formatAddCheckpoint({ oldSize, hashes, checkpoint })
  return requestText(new URL(`${witness.url}/add-checkpoint`), {
    ...{ method: 'POST', body, allowedHosts: env().witnessAllowedHosts },
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}

/** Stores the cosignature of the response; lines of other keys are ignored. */
async function store(witness: Witness, note: string, size: number, text: string): Promise<void> {
  const signatures = text.split('\n').filter(Boolean).map(parseSignatureLine)
  const [cosignature] = findCosignatures({ text: parseNote(note).text, signatures }, witness.key)
  if (!cosignature) throw new Error(`The witness ${witness.key.name} has answered without its cosignature.`)
  const { verifierKey } = witness
  const row = {
    size,
    witness: verifierKey,
    line: formatSignatureLine(cosignature),
    cosignedAt: cosignature.at,
  }
  await write(installation, (tx) => tx.insert(logCosignatures).values(row).onConflictDoNothing())
}
