import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ByteRange, checkByteRange, coversAll, excludedContents, RangeHasher } from './ranges.ts'

const file = Buffer.from('head of the file<0aFF00>rest of the file')
const contents = new Uint8Array([0x0a, 0xff, 0x00])
const first = file.indexOf('<')
const second = file.indexOf('>') + 1
const right: ByteRange = [0, first, second, file.length - second]

describe('checkByteRange', () => {
  test('accepts a range around its Contents', () => {
    expect(checkByteRange(file, right, contents)).toEqual(right)
  })

  test('accepts a range that ends before the file does', () => {
    expect(checkByteRange(file, [0, first, second, 5], contents)).toEqual([0, first, second, 5])
  })

  test('accepts blanks among the digits', () => {
    const spaced = Buffer.from('x<0a FF\n00>y')
    expect(checkByteRange(spaced, [0, 1, 11, 1], contents)).toEqual([0, 1, 11, 1])
  })

  test.each<[string, number[], RegExp]>([
    ['none', [], /four numbers/],
    ['too few', [0, first, second], /four numbers/],
    ['too many', [...right, 5], /four numbers/],
    ['a negative one', [0, -1, second, 4], /four numbers/],
    ['not a number', [0, Number.NaN, second, 4], /four numbers/],
    ['a fraction', [0, first, second, 1.5], /four numbers/],
    ['beyond all numbers', [0, first, second, 2 ** 60], /four numbers/],
    ['not from the start', [1, first, second, 4], /well-formed/],
    ['the wrong way round', [0, second, first, 4], /well-formed/],
    ['no gap', [0, first, first, 4], /well-formed/],
    ['longer than the file', [0, first, second, file.length], /well-formed/],
    ['a gap that begins early', [0, first - 1, second, 4], /excludes more/],
    ['a gap that begins late', [0, first + 1, second, 4], /excludes more/],
    ['a gap that ends late', [0, first, second + 1, 4], /excludes more/],
    ['a gap that ends early', [0, first, second - 1, 4], /excludes more/],
  ])('refuses %s', (_, numbers, reason) => {
    expect(checkByteRange(file, numbers, contents)).toMatch(reason)
  })

  test('refuses a gap with another value', () => {
    expect(checkByteRange(file, right, new Uint8Array([0x0a, 0xff, 0x01]))).toMatch(/something other/)
    expect(checkByteRange(file, right, new Uint8Array([0x0a, 0xff]))).toMatch(/something other/)
  })

  test('refuses a gap that holds more than one string', () => {
    const two = Buffer.from('x<0aff00> /Injected <0aff00>y')
    expect(checkByteRange(two, [0, 1, two.length - 1, 1], contents)).toMatch(/excludes more/)
  })
})

describe('coversAll', () => {
  test.each<[string, string, boolean]>([
    ['nothing', '', true],
    ['a line end', '\n', true],
    ['two line ends', '\r\n', true],
    ['blanks', '  \n \0', true],
    ['a letter', 'x', false],
    ['a comment', '\n%', false],
    ['many blanks', ' '.repeat(100), false],
  ])('%s after the range: %s', (_, suffix, expected) => {
    expect(coversAll(Buffer.concat([file, Buffer.from(suffix)]), right)).toBe(expected)
  })
})

describe('RangeHasher', () => {
  const plainHash = (bytes: Buffer, [, a, b, length]: ByteRange, algorithm: string) =>
    createHash(algorithm)
      .update(bytes.subarray(0, a))
      .update(bytes.subarray(b, b + length))
      .digest('hex')

  test('hashes ranges in any order, with any algorithm, like separate hashes', () => {
    const bytes = randomBytes(4000)
    const cut = fc.array(fc.nat(4000), { minLength: 3, maxLength: 3 })
    const algorithm = fc.constantFrom('sha256', 'sha1', 'sha512')
    fc.assert(
      fc.property(fc.array(fc.tuple(cut, algorithm), { minLength: 1, maxLength: 6 }), (wantedHashes) => {
        const hasher = new RangeHasher(bytes)
        for (const [cuts, name] of wantedHashes) {
          const [a, b, c] = cuts.toSorted((x, y) => x - y) as [number, number, number]
          const range: ByteRange = [0, a, b, c - b]
          const digest = Buffer.from(hasher.bytes(range).digest(name)).toString('hex')
          expect(digest).toBe(plainHash(bytes, range, name))
        }
      }),
    )
  })

  test('returns the bytes themselves', () => {
    const read = new RangeHasher(file).bytes(right).read()
    expect(Buffer.from(read).toString()).toBe('head of the filerest of the file')
  })

  test('the same range twice', () => {
    const hasher = new RangeHasher(file)
    const twice = [1, 2].map(() => Buffer.from(hasher.bytes(right).digest('sha256')).toString('hex'))
    expect(twice[0]).toBe(twice[1])
    expect(twice[0]).toBe(plainHash(file, right, 'sha256'))
  })
})

describe('excludedContents', () => {
  const file = Buffer.from('<< /Contents <30 31> /X <32> >>')
  test.each<[number[], string]>([
    [[0, 13, 20, 5], '01'],
    [[0, 24, 28, 1], ''],
    [[0, 12, 20, 5], ''],
    [[0, 13], ''],
    [[0, -1, 20, 5], ''],
    [[0, Number.NaN, 20, 5], ''],
  ])('of %j are %j', (range, text) => {
    expect(Buffer.from(excludedContents(file, range)).toString()).toBe(text)
  })
})
