import { createHash, type Hash } from 'node:crypto'
import type { SignedBytes } from '../cms/cms-verify.ts'

/** A well-formed byte range: [0, length, offset, length], all of the file but one signature's Contents. */
export type ByteRange = [number, number, number, number]

/** White space after the last `%%EOF`, which has no meaning. */
const blank = /^[\s\0]*$/

/**
 * The byte range when it excludes exactly one hexadecimal string with the value `contents` (ISO 32000-2, 12.8.1:
 * the byte range shall cover the entire file except Contents); otherwise a sentence that says what is wrong.
 */
export function checkByteRange(
  file: Buffer,
  numbers: readonly number[],
  contents: Uint8Array,
): ByteRange | string {
  const [start, first, second, last] = numbers
  if (numbers.length !== 4 || !numbers.every((value) => Number.isSafeInteger(value) && value >= 0)) {
    return 'The byte range is not four numbers.'
  }
  if (start !== 0 || second! <= first! || second! + last! > file.length)
    return 'The byte range is not well-formed.'
  const gap = file.toString('latin1', first!, second!)
  if (!/^<[\da-fA-F\s]*>$/.test(gap)) return 'The byte range excludes more than the signature.'
  const excluded = Buffer.from(gap.slice(1, -1).replace(/\s/g, ''), 'hex')
  if (Buffer.compare(excluded, contents) !== 0)
    return 'The byte range excludes something other than the signature.'
  return [start, first!, second!, last!]
}

/** Whether at most eight bytes of white space follow the byte range. */
export function coversAll(file: Buffer, [, , second, last]: ByteRange): boolean {
  const rest = file.length - second - last
  return rest === 0 || (rest <= 8 && blank.test(file.toString('latin1', file.length - rest)))
}

/**
 * Digests of the byte ranges of one file. In order of their ends, ranges share the running hash of the bytes before
 * their gaps, so that a file with many signatures is read little more than once.
 */
export class RangeHasher {
  readonly #file: Buffer
  readonly #running = new Map<string, { hash: Hash; at: number }>()

  constructor(file: Buffer) {
    this.#file = file
  }

  /** The bytes that a signature with this range covers. */
  bytes([, first, second, last]: ByteRange): SignedBytes {
    const [before, after] = [this.#file.subarray(0, first), this.#file.subarray(second, second + last)]
    return {
      digest: (algorithm) => this.#head(algorithm, first).update(after).digest(),
      read: () => Buffer.concat([before, after]),
    }
  }

  #head(algorithm: string, end: number): Hash {
    let running = this.#running.get(algorithm)
    if (!running || running.at > end) {
      running = { hash: createHash(algorithm), at: 0 }
      this.#running.set(algorithm, running)
    }
    running.hash.update(this.#file.subarray(running.at, end))
    running.at = end
    return running.hash.copy()
  }
}
