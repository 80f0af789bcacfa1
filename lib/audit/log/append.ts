import { and, desc, eq, or, sql } from 'drizzle-orm'
import { logCheckpoints, logLeaves, logTiles } from '#db/schema/audit'
import { type HeadRef, takeHeads } from '#db/tenancy/cross-tenant'
import { type Reader, type Tx, write } from '#db/tenancy/tenant'
import { formatCheckpoint, parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { fullTileRoot, MerkleTree, TILE_WIDTH } from '#lib/core/transparency/merkle'
import { formatNote, parseNote, signNote } from '#lib/core/transparency/note'
import { loadLogKey, makeOrigin } from './log-key.ts'
import { hashLeaves, readRoots, tileReader } from './tiles.ts'

/** The heads that one transaction appends: a multiple of what a minute brings. */
const BATCH_SIZE = 1000
/** The log belongs to no tenant. */
const installation = { tenantId: 0 }

/** The state of the log. */
export interface LogState {
  origin: string
  size: number
  /** The signed checkpoint; null for a log without entries. */
  note: string | null
}

/** Appends the heads of all chains that changed, in batches; the job. */
export async function appendChangedHeads(now: Date): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE; )
    count = await write(installation, async (tx) => {
      const heads = await takeHeads(tx, BATCH_SIZE)
      await append(tx, heads, now)
      return heads.length
    })
}

/** Appends one head at once, unless it is in the log: the certificate of a process names its place. */
export function appendHead(head: HeadRef, now: Date): Promise<void> {
  return write(installation, (tx) => append(tx, [head], now))
}

export async function findLogState(reader: Reader): Promise<LogState> {
  const [last] = await reader.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1)
  if (!last) return { origin: makeOrigin(), size: 0, note: null }
  const { origin, size } = parseCheckpoint(parseNote(last.note).text)
  return { origin, size, note: last.note }
}

/**
 * Appends heads and signs the new checkpoint. One writer at a time, so that the entries have no gaps.
 * @throws Error where the stored tree is not that of the last checkpoint: the log was altered
 */
async function append(tx: Tx, heads: HeadRef[], now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('transparency log', 0))`)
  const { origin, size, note } = await findLogState(tx)
  const newHeads = await withoutLogged(tx, heads)
  if (newHeads.length === 0) return
  if (note) await assertUnaltered(tx, size, note)
  await tx.insert(logLeaves).values(newHeads.map((head, index) => ({ index: size + index, ...head })))
  const newSize = size + newHeads.length
  await storeFullTiles(tx, size, newSize)
  const root = await new MerkleTree(newSize, tileReader(tx)).root()
  const text = formatCheckpoint({ origin, size: newSize, root })
  const { key, privateKey } = loadLogKey(origin)
  const signed = formatNote({ text, signatures: [signNote(text, key, privateKey)] })
  await tx.insert(logCheckpoints).values({ size: newSize, note: signed, createdAt: now })
}

async function withoutLogged(tx: Tx, heads: HeadRef[]): Promise<HeadRef[]> {
  if (heads.length === 0) return []
  const { chain, seq } = logLeaves
  const isHead = or(...heads.map((head) => and(eq(chain, head.chain), eq(seq, head.seq))))
  const logged = await tx.select({ chain, seq }).from(logLeaves).where(isHead)
  const keys = new Set(logged.map((row) => `${row.chain} ${row.seq}`))
  return heads.filter((head) => !keys.has(`${head.chain} ${head.seq}`))
}

async function assertUnaltered(tx: Tx, size: number, note: string): Promise<void> {
  const root = await new MerkleTree(size, tileReader(tx)).root()
  if (!root.equals(parseCheckpoint(parseNote(note).text).root))
    throw new Error(
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
