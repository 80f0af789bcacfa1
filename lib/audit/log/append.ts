import { and, desc, eq, or } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOf } from '#db/lists/rows'
import { logCheckpoints, logLeaves, logTiles } from '#db/schema/audit'
import { type HeadRef, takeHeads } from '#db/tenancy/cross-tenant'
import { type Tx, write } from '#db/tenancy/tenant'
import { reportFault } from '#lib/core/runtime/faults'
import { formatCheckpoint, parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { fullTileRoot, MerkleTree, TILE_WIDTH } from '#lib/core/transparency/merkle'
import { findSignatures, formatNote, parseNote, signNote } from '#lib/core/transparency/note'
import type { StoredCheckpoint } from '../witness/cosignatures.ts'
import { enqueueWitnesses } from '../witness/queue.ts'
import { loadLogKey } from './log-key.ts'
import { type HeadProof, proveHead } from './proof.ts'
import { LogAltered, lockLog, selectLastCheckpoint, toLogState } from './state.ts'
import { hashLeaves, readRoots, tileReader } from './tiles.ts'

/** The heads that one transaction appends: who records an event in one of these chains waits as long. */
const BATCH_SIZE = 100
/** The log belongs to no tenant. */
const installation = { tenantId: 0 }

/** Appends the heads of all chains that changed, in batches; the job. */
export async function appendChangedHeads(now: Date): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE; )
    count = await write(installation, async (tx) => {
      // First, as the heads stay locked: those who record events would wait for other writers of the log too.
      await lockLog(tx)
      const heads = await takeHeads(tx, BATCH_SIZE)
      await append(tx, heads, now)
      return heads.length
    }).catch(reportAltered)
}

/**
 * Appends one head at once: the certificate of a process names its place.
 * @returns the proof of it; null where the head is in the log already
 */
export function appendHead(head: HeadRef, now: Date): Promise<HeadProof | null> {
  return write(installation, async (tx) => {
    await lockLog(tx)
    const appended = await append(tx, [head], now)
    return appended && proveHead(tx, { ...head, ...appended }, appended.tree)
  }).catch(reportAltered)
}

/** Reports that the log was altered, where nothing was appended because of that. @throws the error */
function reportAltered(err: unknown): never {
  if (err instanceof LogAltered) reportFault('evidence_altered', { subject: 'transparency log', err })
  throw err
}

/** What heads were appended to. */
interface Appended {
  /** Of the first of them. */
  index: number
  checkpoint: StoredCheckpoint
  tree: MerkleTree
}

/**
 * Appends heads and signs the new checkpoint; the caller has locked the log.
 * @returns null where all of them are in the log already
 * @throws LogAltered where the stored tree is not that of the last checkpoint
 */
async function append(tx: Tx, heads: HeadRef[], now: Date): Promise<Appended | null> {
  if (heads.length === 0) return null
  const { checkpoints, logged, last } = await readTogether(tx, {
    checkpoints: selectLastCheckpoint(),
    logged: selectLogged(heads),
    last: selectLastIndex(),
  })
  const { origin, size, note } = toLogState(checkpoints)
  const newHeads = withoutLogged(heads, logged)
  if (newHeads.length === 0) return null
  const entries = last.length === 0 ? 0 : last[0]!.index + 1
  if (entries !== size)
    throw new LogAltered(
      `The transparency log was altered: it has ${entries} entries, and ${size} are signed.`,
    )
  await tx.insert(logLeaves).values(newHeads.map((head, index) => ({ index: size + index, ...head })))
  const newSize = size + newHeads.length
  await storeFullTiles(tx, size, newSize)
  const tree = new MerkleTree(newSize, tileReader(tx))
  if (note) await assertUnaltered(tree, size, note)
  const root = await tree.root()
  const text = formatCheckpoint({ origin, size: newSize, root })
  const { key, privateKey } = loadLogKey(origin)
  const signed = formatNote({ text, signatures: [signNote(text, key, privateKey)] })
  await tx.insert(logCheckpoints).values({ size: newSize, note: signed, createdAt: now })
  await enqueueWitnesses(tx)
  return { index: size, checkpoint: { size: newSize, note: signed }, tree }
}

/** The entries of these heads that are in the log, for `readTogether`. */
function selectLogged(heads: HeadRef[]): RowsQuery<HeadRef> {
  const { chain, seq, hash } = logLeaves
  const isHead = or(...heads.map((head) => and(eq(chain, head.chain), eq(seq, head.seq))))
  return rowsOf({ chain, seq, hash }, (select) => select.from(logLeaves).where(isHead))
}

/** The last entry of the log, for `readTogether`. */
function selectLastIndex(): RowsQuery<{ index: number }> {
  const { index } = logLeaves
  return rowsOf({ index }, (select) => select.from(logLeaves).orderBy(desc(index)).limit(1))
}

function withoutLogged(heads: HeadRef[], logged: HeadRef[]): HeadRef[] {
  const hashes = new Map(logged.map((row) => [`${row.chain} ${row.seq}`, row.hash]))
  return heads.filter((head) => {
    const loggedHash = hashes.get(`${head.chain} ${head.seq}`)
    // The log keeps the first one. The others of the batch are appended, so that one chain stops none of them.
    if (loggedHash !== undefined && loggedHash !== head.hash)
      reportFault('evidence_altered', { subject: head.chain, head, loggedHash })
    return loggedHash === undefined
  })
}

/** @throws LogAltered where the first entries of the tree are not those that were signed */
async function assertUnaltered(tree: MerkleTree, size: number, text: string): Promise<void> {
  const note = parseNote(text)
  const checkpoint = parseCheckpoint(note.text)
  // The key is not in the database: who writes there can store another tree, but not sign it.
  const isSigned = findSignatures(note, loadLogKey(checkpoint.origin).key).length > 0
  const root = await tree.root(size)
  if (!isSigned || !root.equals(checkpoint.root))
    throw new LogAltered(
      `The transparency log was altered: its first ${size} entries are not those that were signed.`,
    )
}

/** Stores the tiles of each level that have become full. */
async function storeFullTiles(tx: Tx, oldSize: number, newSize: number): Promise<void> {
  for (let level = 0, width = TILE_WIDTH; width <= newSize; level++, width *= TILE_WIDTH)
    for (let index = Math.floor(oldSize / width); (index + 1) * width <= newSize; index++) {
      const tile = { level, index, width: TILE_WIDTH }
      const hashes = level === 0 ? await hashLeaves(tx, tile) : await readRoots(tx, tile)
      await tx.insert(logTiles).values({ level, index, hashes, root: fullTileRoot(hashes) })
    }
}
