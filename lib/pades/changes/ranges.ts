import { createHash, type Hash } from 'node:crypto'
import type { SignedBytes } from '../cms/cms-verify.ts'

/** A well-formed byte range: everything before and after the Contents of one signature. */
export type ByteRange = [number, number, number, number]

/** Space and line ends, which may follow the last `%%EOF` without meaning anything. */
const blank = /^[\s\0]*$/

/**
 * The four numbers when they leave out nothing but one hexadecimal string, which holds `contents`
 * (ISO 32000-2, 12.8.1: the byte range shall cover the entire file except Contents); else a sentence what is wrong.
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
  if (!/^<[\da-fA-F\s]*>$/.test(gap)) return 'The byte range leaves out more than the signature.'
  const held = Buffer.from(gap.slice(1, -1).replace(/\s/g, ''), 'hex')
  if (Buffer.compare(held, contents) !== 0)
    return 'The byte range leaves out something else than the signature.'
  return [start, first!, second!, last!]
}

/** Whether nothing but blanks follows the byte range. */
export function coversAll(file: Buffer, [, , second, last]: ByteRange): boolean {
  const rest = file.length - second - last
  return rest === 0 || (rest <= 8 && blank.test(file.toString('latin1', file.length - rest)))
}

/**
 * Digests of the byte ranges of one file. Ranges in the order of their ends share the hash of what is before their
 * gaps, so that a file with many signatures is read little more than once.
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
