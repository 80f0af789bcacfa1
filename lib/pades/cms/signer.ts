import { createHash } from 'node:crypto'
import { Signer, SignPdf } from '@signpdf/signpdf'
import { PadesError } from '../error.ts'
import { computeDigest } from './algorithms.ts'
import { signDigest } from './cms.ts'
import type { SigningIdentity } from './identity.ts'
import { getAlgorithmOf } from './signature-algorithm.ts'

/** The length of the longest CMS of `identity`, with a time-stamp token of `tokenBytes` where it has `stamp`. */
export async function longestCms(identity: SigningIdentity, tokenBytes: number): Promise<number> {
  const { hash, maxBytes } = getAlgorithmOf(identity)
  const longest: SigningIdentity = {
    ...identity,
    sign: async () => new Uint8Array(maxBytes),
    ...(identity.stamp && { stamp: async () => new Uint8Array(tokenBytes) }),
  }
  return (await signDigest(computeDigest(hash, new Uint8Array()), longest)).length
}

/** What fills a signature dictionary. */
export interface Contents {
  /** The hash over the byte range, as node:crypto names it. */
  hash: string
  /** Makes the CMS for a byte range with this digest. */
  make(digest: Uint8Array): Promise<Uint8Array>
}

/**
 * Lets @signpdf/signpdf process only the last object of a file (the tail); it would copy the whole file five times.
 *
 * It writes a /ByteRange relative to the tail; here and after it the numbers are shifted by the tail's offset,
 * within the reserved width. The digest starts with the bytes before the tail. `sign` receives the tail without its
 * Contents: an internal of version 3.3.0.
 */
class TailSigner extends Signer {
  readonly #heads: Uint8Array[]
  readonly #contents: Contents

  /** @param heads the bytes before the tail, in order */
  constructor(heads: Uint8Array[], contents: Contents) {
    super()
    this.#heads = heads
    this.#contents = contents
  }

  override async sign(tail: Buffer): Promise<Buffer> {
    const rewritten = Buffer.from(tail)
    moveByteRange(rewritten, totalLength(this.#heads))
    const hash = createHash(this.#contents.hash)
    for (const head of this.#heads) hash.update(head)
    return Buffer.from(await this.#contents.make(hash.update(rewritten).digest()))
  }
}

/** The CMS does not fit into the space that was reserved for it. */
export class CmsTooLong extends PadesError {}

/**
 * Fills the signature dictionary of an increment to `file`. Its object begins at `tailOffset` of the increment and
 * contains the only unfilled /ByteRange from there on.
 * @returns the signed increment
 * @throws CmsTooLong when the CMS does not fit into the reserved space
 */
export async function fillIncrement(
  file: Uint8Array,
  increment: Uint8Array,
  tailOffset: number,
  contents: Contents,
): Promise<Uint8Array> {
  const [head, tail] = [increment.subarray(0, tailOffset), increment.subarray(tailOffset)]
  const heads = [file, head]
  const signedFile = await new SignPdf().sign(tail, new TailSigner(heads, contents)).catch((error: Error) => {
    if (!error.message.startsWith('Signature exceeds')) throw error
    throw new CmsTooLong('bad_signature', error.message)
  })
  moveByteRange(signedFile, totalLength(heads))
  return Buffer.concat([head, signedFile])
}

function totalLength(parts: Uint8Array[]): number {
  return parts.reduce((length, part) => length + part.length, 0)
}

/** Adds `offset` to the second and third number of the first /ByteRange without changing its width. */
function moveByteRange(bytes: Buffer, offset: number): void {
  const position = bytes.indexOf('/ByteRange [')
  const text = bytes.toString('latin1', position, bytes.indexOf('/Contents', position))
  const [written = '', first, second, last] = /^\/ByteRange \[0 (\d+) (\d+) (\d+)\] */.exec(text) ?? []
  const movedRange = `/ByteRange [0 ${Number(first) + offset} ${Number(second) + offset} ${last}]`
  if (movedRange.length > written.length)
    throw new PadesError('bad_signature', 'The byte range exceeds its reserved space.')
  bytes.write(movedRange.padEnd(written.length), position, 'latin1')
}
