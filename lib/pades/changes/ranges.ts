import type { Hash } from 'node:crypto'
import { copyHash, newHash } from '../cms/algorithms.ts'
import type { SignedBytes } from '../cms/cms-verify.ts'

/**
 * A well-formed /ByteRange: [0, length, offset, length], the two pieces of the file around one signature's /Contents.
 */
export type ByteRange = [number, number, number, number]

/** Bytes that are searched for a key before its value. */
const maxKeyLength = 40
/** White space only; after the last `%%EOF` it has no meaning. */
const whiteSpace = /^[\s\0]*$/

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
  // A hexadecimal string in angle brackets.
  const gap = file.toString('latin1', first!, second!)
  if (!/^<[\da-fA-F\s]*>$/.test(gap)) return 'The byte range excludes more than the signature.'
  const excluded = Buffer.from(gap.slice(1, -1).replace(/\s/g, ''), 'hex')
  if (Buffer.compare(excluded, contents) !== 0)
    return 'The byte range excludes something other than the signature.'
  return [start, first!, second!, last!]
}

/** The value of the hexadecimal string that a byte range excludes after the key /Contents; empty for anything else. */
export function excludedContents(file: Buffer, [, first, second]: readonly number[]): Uint8Array {
  const isNumber = [first, second].every((value) => Number.isSafeInteger(value) && value! >= 0)
  const gap = isNumber ? file.toString('latin1', first, second) : ''
  const key = isNumber ? file.toString('latin1', Math.max(0, first! - maxKeyLength), first) : ''
  const isHex = /\/Contents\s*$/.test(key) && /^<[\da-fA-F\s]*>$/.test(gap)
  return Buffer.from(isHex ? gap.slice(1, -1).replace(/\s/g, '') : '', 'hex')
}

/** Some software appends line ends to a finished file. */
const maxTrailingBytes = 8

/** Whether nothing follows the byte range but a few bytes of white space. */
export function coversAll(file: Buffer, [, , second, last]: ByteRange): boolean {
  const trailing = file.length - second - last
  return (
    trailing === 0 ||
    (trailing <= maxTrailingBytes && whiteSpace.test(file.toString('latin1', file.length - trailing)))
  )
}

/**
 * Digests of the byte ranges of one file. In order of their ends, ranges share the running hash of the bytes before
 * their gaps, so that a file with many signatures is read little more than once.
 */
export class RangeHasher {
  readonly #file: Buffer
  /** Hash algorithm → hash of the file's bytes up to `position`. */
  readonly #running = new Map<string, { hash: Hash; position: number }>()

  constructor(file: Buffer) {
    this.#file = file
  }

  /** The bytes that a signature with this range covers. */
  bytes([, first, second, last]: ByteRange): SignedBytes {
    const [fileBefore, fileAfter] = [
      this.#file.subarray(0, first),
      this.#file.subarray(second, second + last),
    ]
    return {
      digest: (algorithm) => this.#head(algorithm, first).update(fileAfter).digest(),
      read: () => Buffer.concat([fileBefore, fileAfter]),
    }
  }

  /** A copy of the hash of the first `end` bytes. */
  #head(algorithm: string, end: number): Hash {
    let running = this.#running.get(algorithm)
    if (!running || running.position > end) {
      running = { hash: newHash(algorithm), position: 0 }
      this.#running.set(algorithm, running)
    }
    running.hash.update(this.#file.subarray(running.position, end))
    running.position = end
    return copyHash(running.hash, algorithm)
  }
}
