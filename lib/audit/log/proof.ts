import { and, desc, eq, lte } from 'drizzle-orm'
import { logLeaves } from '#db/schema/audit'
import type { HeadRef } from '#db/tenancy/cross-tenant'
import type { Reader } from '#db/tenancy/tenant'
import { reportFault } from '#lib/core/runtime/faults'
import { formatLogProof, parseCheckpoint, proves } from '#lib/core/transparency/checkpoint'
import { MerkleTree } from '#lib/core/transparency/merkle'
import { findSignatures, formatVerifierKey, parseNote } from '#lib/core/transparency/note'
import { logEntry } from '../chain.ts'
import type { Subject } from '../events.ts'
import { toChainName } from '../events.ts'
import { findProvingCheckpoint, type StoredCheckpoint } from '../witness/cosignatures.ts'
import { loadLogKey } from './log-key.ts'
import { LogAltered } from './state.ts'
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

/** A logged head with a checkpoint that has it; null where that was deleted. */
interface LoggedHead extends HeadRef {
  index: number
  checkpoint: StoredCheckpoint | null
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
  return { ...leaf, checkpoint: await findProvingCheckpoint(reader, leaf.index) }
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

/**
 * The proof for the last head of the chain in the log up to this length; null where there is none. A log that is
 * damaged or was altered stops neither a completion nor a download: it is reported, and there is no proof.
 */
export async function findProof(
  reader: Reader,
  subject: Subject,
  maxSeq = MAX_SEQ,
): Promise<HeadProof | null> {
  const logged = await findLoggedHead(reader, subject, maxSeq)
  return (
    logged &&
    proveHead(reader, logged).catch((error: unknown) => {
      const { chain, seq, index } = logged
      reportFault('evidence_altered', { subject: chain, err: error, seq, index })
      return null
    })
  )
}

/**
 * The proof that a logged head is in the tree of its checkpoint.
 * @param known that tree, where the caller has read it
 * @throws Error where the head is not in it
 */
export async function proveHead(reader: Reader, logged: LoggedHead, known?: MerkleTree): Promise<HeadProof> {
  const { index, chain, seq, hash, checkpoint } = logged
  if (!checkpoint) throw new LogAltered(`The log has no checkpoint with entry ${index}.`)
  const note = parseNote(checkpoint.note)
  const treeHead = parseCheckpoint(note.text)
  const { size, root, origin } = treeHead
  const { key } = loadLogKey(origin)
  const tree = known ?? new MerkleTree(size, tileReader(reader))
  const hashes = await tree.inclusionProof(index)
  const proof = { index, hashes, checkpoint: checkpoint.note }
  const head = { chain, seq, hash }
  if (findSignatures(note, key).length === 0 || !proves(proof, logEntry(head), treeHead))
    throw new LogAltered(`The log was altered: entry ${index} is not in its signed tree.`)
  return {
    head,
    ...{ index, size, origin },
    root: Buffer.from(root).toString('base64'),
    verifierKey: formatVerifierKey(key),
    proof: formatLogProof(proof),
  }
}
