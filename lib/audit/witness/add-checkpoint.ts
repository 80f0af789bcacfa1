import { eq, sql } from 'drizzle-orm'
import { witnessedLogs } from '#db/schema/audit'
import { type Tx, write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { AppError, forbidden, notFound, validationError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { type AddCheckpoint, emptyTree, parseAddCheckpoint } from '#lib/core/transparency/add-checkpoint'
import { type Checkpoint, parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { cosign } from '#lib/core/transparency/cosignature'
import { isConsistent, type TreeHead } from '#lib/core/transparency/merkle'
import {
  findClaimed,
  findSignatures,
  formatSignatureLine,
  type Note,
  type NoteKey,
  parseNote,
} from '#lib/core/transparency/note'
import { errorText } from '#lib/messages/errors'
import { loadWitnessKey } from './witness-key.ts'

/** The cosignature, or the size of the tree that was cosigned last, where the request begins at another one. */
export type WitnessAnswer = { line: string } | { lastSize: number }

interface Submission extends AddCheckpoint {
  note: Note
  tree: Checkpoint
}

/**
 * Cosigns the checkpoint of a log that this installation witnesses, if the log only grew since the one that it cosigned
 * last (C2SP tlog-witness, add-checkpoint).
 * @throws AppError `validation_error`, `not_found` for a log that it does not witness, `forbidden` where the log has not
 * signed the checkpoint, `inconsistent_log` where the log was rewritten
 */
export async function addCheckpoint(body: string, now: Date): Promise<WitnessAnswer> {
  const submission = parse(body)
  const { note, tree, oldSize } = submission
  const keys = env().witnessedLogs.filter(({ name }) => name === tree.origin)
  if (keys.length === 0) throw notFound()
  if (!isSignedBy(note, keys)) throw forbidden(errorText('api.checkpointNotSigned'))
  if (oldSize > tree.size) throw validationError({ body: [errorText('api.checkpointSmaller')] })
  return write({ tenantId: 0 }, (tx) => cosignNext(tx, submission, now))
}

function parse(body: string): Submission {
  try {
    const request = parseAddCheckpoint(body)
    const note = parseNote(request.checkpoint)
    return { ...request, note, tree: parseCheckpoint(note.text) }
  } catch (error) {
    throw validationError({
      body: [errorText('api.checkpointMalformed', { reason: (error as Error).message })],
    })
  }
}

/** At least one of the keys has signed; a signature of theirs that does not verify makes the note malformed. */
function isSignedBy(note: Note, keys: readonly NoteKey[]): boolean {
  const claimed = keys.reduce((sum, key) => sum + findClaimed(note, key).length, 0)
  const verified = keys.reduce((sum, key) => sum + findSignatures(note, key).length, 0)
  return verified > 0 && verified === claimed
}

async function cosignNext(
  tx: Tx,
  { note, tree, oldSize, hashes, checkpoint }: Submission,
  now: Date,
): Promise<WitnessAnswer> {
  // One request per log at a time: each is compared with the tree of the one before.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`witness ${tree.origin}`}, 0))`)
  const last = await findLast(tx, tree.origin)
  if (last.size !== oldSize) return { lastSize: last.size }
  if (!isConsistent(last, tree, hashes)) {
    const facts = { origin: tree.origin, lastSize: last.size, checkpoint }
    // Anyone can send a checkpoint that is published with a wrong proof; only two trees of one size need no proof.
    if (last.size === tree.size && Buffer.compare(last.root, tree.root) !== 0)
      log().error(facts, 'a log that this installation witnesses was rewritten')
    else log().warn(facts, 'a proof that a log has merely grown is wrong')
    throw new AppError('inconsistent_log', errorText('api.logInconsistent', { size: last.size }))
  }
  const row = { size: tree.size, note: checkpoint, cosignedAt: now }
  await tx
    .insert(witnessedLogs)
    .values({ origin: tree.origin, ...row })
    .onConflictDoUpdate({ target: witnessedLogs.origin, set: row })
  const { key, privateKey } = loadWitnessKey()
  return { line: formatSignatureLine(cosign(note.text, key, privateKey, now)) }
}

async function findLast(tx: Tx, origin: string): Promise<TreeHead> {
  const [row] = await tx.select().from(witnessedLogs).where(eq(witnessedLogs.origin, origin))
  return row ? parseCheckpoint(parseNote(row.note).text) : emptyTree
}
