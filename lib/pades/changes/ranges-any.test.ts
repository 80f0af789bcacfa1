import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ByteRange, checkByteRange, coversAll, RangeHasher } from './ranges.ts'

const bytes = fc.uint8Array({ maxLength: 60 })
/** A file with the hexadecimal string of these contents between two pieces. */
const signedFile = fc
  .record({ head: bytes, contents: bytes, tail: bytes, upper: fc.boolean() })
  .map((parts) => {
    const hex = Buffer.from(parts.contents).toString('hex')
    const gap = Buffer.from(`<${parts.upper ? hex.toUpperCase() : hex}>`)
    const second = parts.head.length + gap.length
    return {
      ...parts,
      file: Buffer.concat([parts.head, gap, parts.tail]),
      range: [0, parts.head.length, second, parts.tail.length] as ByteRange,
    }
  })

describe('a byte range', () => {
  test('around exactly the signature is accepted, for any file', () => {
    fc.assert(
      fc.property(signedFile, ({ file, range, contents }) => {
        expect(checkByteRange(file, range, contents)).toEqual(range)
        expect(coversAll(file, range)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('that is moved by any number of bytes is refused', () => {
    const shift = fc.integer({ min: -8, max: 8 })
    fc.assert(
      fc.property(signedFile, fc.tuple(shift, shift), ({ file, range, contents }, [first, second]) => {
        fc.pre(first !== 0 || second !== 0)
        const movedRange = [
          0,
          range[1] + first,
          range[2] + second,
          Math.max(0, range[3] - Math.max(0, second)),
        ]
        const result = checkByteRange(file, movedRange, contents)
        // A gap that still is the same hexadecimal string can only be that of the signature itself.
        if (typeof result !== 'string')
          expect(
            file
              .toString('latin1', movedRange[1], movedRange[2])
              .replace(/[<>\s]/g, '')
              .toLowerCase(),
          ).toBe(Buffer.from(contents).toString('hex'))
        else expect(result).toMatch(/^The byte range .*\.$/)
      }),
      { numRuns: 1000 },
    )
  })

  test('of any numbers has an answer, and never a gap outside of the file', () => {
    const number = fc.oneof(
      fc.integer({ min: -5, max: 80 }),
      fc.double(),
      fc.constantFrom(2 ** 53, -0, Number.NaN),
    )
    fc.assert(
      fc.property(signedFile, fc.array(number, { maxLength: 6 }), ({ file, contents }, numbers) => {
        const result = checkByteRange(file, numbers, contents)
        if (typeof result === 'string') return
        expect(result[0]).toBe(0)
        expect(result[2]).toBeGreaterThan(result[1])
        expect(result[2] + result[3]).toBeLessThanOrEqual(file.length)
      }),
      { numRuns: 1000 },
    )
  })

  test.each<[string, string, string]>([
    ['a string that is not closed', '<00', 'more than the signature'],
    ['a literal string', '(00)', 'more than the signature'],
    ['a name after the string', '<00>/A', 'more than the signature'],
    ['two strings', '<00><00>', 'more than the signature'],
    ['a comment', '<00%\n>', 'more than the signature'],
    ['a letter that is no digit', '<0g>', 'more than the signature'],
    ['another value', '<01>', 'something other'],
    ['an odd digit', '<000>', ''],
    ['a longer value', '<0000>', 'something other'],
    ['nothing', '<>', 'something other'],
  ])('around %s', (_, gap, reason) => {
    const file = Buffer.from(`head${gap}tail`)
    const result = checkByteRange(file, [0, 4, 4 + gap.length, 4], new Uint8Array([0]))
    if (reason) expect(result).toContain(reason)
    else expect(typeof result).not.toBe('undefined')
  })

  test('covers the whole file but for a few bytes of white space', () => {
    const endOfFile = fc.array(fc.constantFrom(' ', '\n', '\r', '\0', '\t', 'x', '%'), { maxLength: 12 })
    fc.assert(
      fc.property(signedFile, endOfFile, ({ file, range }, characters) => {
        const longerFile = Buffer.concat([file, Buffer.from(characters.join(''))])
        const isBlank = characters.length <= 8 && characters.every((character) => /[\s\0]/.test(character))
        expect(coversAll(longerFile, range)).toBe(isBlank)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the digests of ranges', () => {
  test('are those of the two pieces, in whatever order and with whatever algorithm they are asked for', () => {
    const algorithm = fc.constantFrom('sha256', 'sha384', 'sha512')
    const piece = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), algorithm)
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 100, maxLength: 100 }),
        fc.array(piece, { maxLength: 8 }),
        (data, list) => {
          const file = Buffer.from(data)
          const hasher = new RangeHasher(file)
          for (const [a, b, c, name] of list) {
            const [first, second, end] = [a, b, c].sort((x, y) => x - y) as [number, number, number]
            const { digest, read } = hasher.bytes([0, first, second, end - second])
            const expected = Buffer.concat([file.subarray(0, first), file.subarray(second, end)])
            expect(Buffer.from(digest(name))).toEqual(createHash(name).update(expected).digest())
            expect(Buffer.from(digest(name))).toEqual(createHash(name).update(expected).digest())
            expect(Buffer.from(read())).toEqual(expected)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
