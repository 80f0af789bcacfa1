import { HASH_BYTES, leafHash, rootOfInclusion, type TreeHead } from './merkle.ts'

/** The state of a log: the text of a signed note (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  origin: string
}

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`
}

/** @throws Error when it is malformed; lines after the first three are extensions */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin, size, root] = text.split('\n')
  const checkpoint = { origin: origin ?? '', size: parseCount(size), root: parseHash(root) }
  if (checkpoint.origin === '') throw new Error('The checkpoint has no origin.')
  return checkpoint
}

/** A number of entries: decimal, without leading zeros. @throws Error when it is none */
export function parseCount(text = ''): number {
  const count = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(count)) throw new Error('A number of entries is malformed.')
  return count
}

/** A SHA-256 in base64. @throws Error when it is none */
export function parseHash(text = ''): Buffer {
  const hash = Buffer.from(text, 'base64')
  if (hash.length !== HASH_BYTES || hash.toString('base64') !== text)
    throw new Error('A hash of the log is malformed.')
  return hash
}

/** That an entry is in the log (C2SP tlog-proof). */
interface LogProof {
  index: number
  hashes: Uint8Array[]
  /** A signed note. */
  checkpoint: string
}

const PROOF_HEADER = 'c2sp.org/tlog-proof@v1'

export function formatLogProof({ index, hashes, checkpoint }: LogProof): string {
  const lines = hashes.map((hash) => Buffer.from(hash).toString('base64'))
  return [PROOF_HEADER, `index ${index}`, ...lines, '', checkpoint].join('\n')
}

/** @throws Error when it is malformed */
export function parseLogProof(text: string): LogProof {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(0, end)).split('\n')
  const [index, ...hashes] = lines[0]?.startsWith('extra ') ? lines.slice(1) : lines
  if (header !== PROOF_HEADER || !index?.startsWith('index ')) throw new Error('It is no tlog-proof@v1.')
  return {
    index: parseCount(index.slice('index '.length)),
    hashes: hashes.map(parseHash),
    checkpoint: text.slice(end + 2),
  }
}

/** Whether the proof leads from this entry to the root hash of the checkpoint. */
export function proves({ index, hashes }: LogProof, entry: Uint8Array, { size, root }: TreeHead): boolean {
  const computed = rootOfInclusion(index, size, leafHash(entry), hashes)
  return computed?.equals(root) ?? false
}
