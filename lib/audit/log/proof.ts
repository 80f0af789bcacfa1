import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import { logCheckpoints, logLeaves } from '#db/schema/audit'
import type { HeadRef } from '#db/tenancy/cross-tenant'
import type { Reader } from '#db/tenancy/tenant'
import { formatLogProof, parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { MerkleTree } from '#lib/core/transparency/merkle'
import { formatVerifierKey, parseNote } from '#lib/core/transparency/note'
import type { Subject } from '../events.ts'
import { toChainName } from '../events.ts'
import { loadLogKey } from './log-key.ts'
import { tileReader } from './tiles.ts'

/** The highest number of an event. */
const MAX_SEQ = 2 ** 31 - 1

/** That the head of a chain is in the log: what a package and a certificate say. */
export interface HeadProof {
  head: HeadRef
  index: number
  /** The log at that time. */
  size: number
  /** Base64. */
  root: string
  origin: string
  verifierKey: string
  /** C2SP tlog-proof. */
  proof: string
}

/** A logged head with the checkpoint of its batch. */
export interface LoggedHead extends HeadRef {
  index: number
  checkpoint: { size: number; note: string }
}

/** The last head of the chain in the log up to this length; null where it has none. */
export async function findLoggedHead(
  reader: Reader,
  subject: Subject,
  maxSeq = MAX_SEQ,
): Promise<LoggedHead | null> {
  const chain = toChainName(subject)
  const [leaf] = await reader
    .select()
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), lte(logLeaves.seq, maxSeq)))
    .orderBy(desc(logLeaves.seq))
    .limit(1)
  if (!leaf) return null
  const [checkpoint] = await reader
    .select({ size: logCheckpoints.size, note: logCheckpoints.note })
    .from(logCheckpoints)
    .where(gt(logCheckpoints.size, leaf.index))
    .orderBy(asc(logCheckpoints.size))
    .limit(1)
  return { ...leaf, checkpoint: checkpoint! }
}

/** The index of the entry with exactly this head; null where the log has none. */
export async function findHeadIndex(reader: Reader, { chain, seq, hash }: HeadRef): Promise<number | null> {
  if (seq > MAX_SEQ) return null
  const [leaf] = await reader
    .select({ index: logLeaves.index })
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), eq(logLeaves.seq, seq), eq(logLeaves.hash, hash)))
  return leaf?.index ?? null
}

/** The proof that a logged head is in the tree of its checkpoint. */
export async function proveHead(reader: Reader, logged: LoggedHead): Promise<HeadProof> {
  const { index, chain, seq, hash } = logged
  const { size, note } = logged.checkpoint
  const hashes = await new MerkleTree(size, tileReader(reader)).inclusionProof(index)
  const { origin, root } = parseCheckpoint(parseNote(note).text)
  return {
    head: { chain, seq, hash },
    ...{ index, size, origin },
    root: Buffer.from(root).toString('base64'),
    verifierKey: formatVerifierKey(loadLogKey(origin).key),
    proof: formatLogProof({ index, hashes, checkpoint: note }),
  }
}
