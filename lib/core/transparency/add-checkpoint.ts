import { parseCount, parseHash } from './checkpoint.ts'
import type { TreeHead } from './merkle.ts'

const MAX_HASHES = 63

/** What a log asks a witness (C2SP tlog-witness, add-checkpoint). */
export interface AddCheckpoint {
  /** The size of the tree that the witness cosigned last; 0: none. */
  oldSize: number
  /** The consistency proof from that tree. */
  hashes: Uint8Array[]
  /** A signed note. */
  checkpoint: string
}

export function formatAddCheckpoint({ oldSize, hashes, checkpoint }: AddCheckpoint): string {
  const lines = hashes.map((hash) => Buffer.from(hash).toString('base64'))
  return [`old ${oldSize}`, ...lines, '', checkpoint].join('\n')
}

/** @throws Error when it is malformed */
export function parseAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n')
  const [first = '', ...hashes] = text.slice(0, Math.max(0, end)).split('\n')
  if (!first.startsWith('old ')) throw new Error('The first line is not `old` and a size.')
  if (hashes.length > MAX_HASHES) throw new Error(`The proof has more than ${MAX_HASHES} hashes.`)
  return {
    oldSize: parseCount(first.slice('old '.length)),
    hashes: hashes.map(parseHash),
    checkpoint: text.slice(end + 2),
  }
}

/** What a witness knows of a log that it has not seen: the empty tree (RFC 9162, 2.1.1). */
export const emptyTree: TreeHead = {
  size: 0,
  root: Buffer.from('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', 'base64'),
}
