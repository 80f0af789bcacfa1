import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { readExif } from './exif.ts'

type Entry = [tag: number, type: number, value: number | [numerator: number, denominator: number]]

const SHORT = 3
const LONG = 4
const RATIONAL = 5

/** A TIFF structure (TIFF 6.0, section 2) with one directory. */
function tiff(entries: Entry[], order: 'II' | 'MM' = 'II', directoryAt = 8): Buffer {
  const rationals = entries.filter(([, , value]) => Array.isArray(value))
  const valuesAt = directoryAt + 2 + entries.length * 12 + 4
  const bytes = Buffer.alloc(valuesAt + rationals.length * 8)
  const write16 = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const write32 = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  bytes.write(order, 0, 'latin1')
  write16(42, 2)
  write32(directoryAt, 4)
  write16(entries.length, directoryAt)
  let nextAt = valuesAt
  for (const [index, [tag, type, value]] of entries.entries()) {
    const at = directoryAt + 2 + index * 12
    write16(tag, at)
    write16(type, at + 2)
    write32(1, at + 4)
    if (Array.isArray(value)) {
      write32(nextAt, at + 8)
      write32(value[0], nextAt)
      write32(value[1], nextAt + 4)
      nextAt += 8
    } else if (type === SHORT) write16(value, at + 8)
    else write32(value, at + 8)
  }
  return bytes
}

const resolution = (x: [number, number], y: [number, number], unit: number): Entry[] => [
  [282, RATIONAL, x],
  [283, RATIONAL, y],
  [296, SHORT, unit],
]

describe.each(['II', 'MM'] as const)('readExif of a directory in the byte order %s', (order) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads the orientation %i', (orientation) => {
    expect(readExif(tiff([[274, SHORT, orientation]], order))).toEqual({ orientation, resolution: null })
  })

  it.each([0, 9, 255, 65_535])(
    'takes the orientation %i, which does not exist, for upright',
    (orientation) => {
      expect(readExif(tiff([[274, SHORT, orientation]], order)).orientation).toBe(1)
    },
  )

  it.each([
    ['per inch', resolution([300, 1], [300, 1], 2), { x: 300, y: 300, unit: 'inch' }],
    ['in fractions', resolution([14_400, 48], [600, 2], 2), { x: 300, y: 300, unit: 'inch' }],
    ['per centimetre', resolution([100, 1], [100, 1], 3), { x: 254, y: 254, unit: 'inch' }],
    ['without a unit', resolution([72, 1], [72, 1], 1), { x: 72, y: 72, unit: 'inch' }],
    ['that differs by direction', resolution([300, 1], [150, 1], 2), { x: 300, y: 150, unit: 'inch' }],
    ['of zero', resolution([0, 1], [0, 1], 2), null],
    ['of one direction only', resolution([300, 1], [300, 1], 2).slice(0, 1), null],
    ['with a denominator of zero', resolution([96, 0], [96, 0], 2), { x: 96, y: 96, unit: 'inch' }],
  ])('reads a resolution %s', (_, entries, expected) => {
    expect(readExif(tiff(entries, order))).toEqual({ orientation: 1, resolution: expected })
  })

  it('finds the directory where the header says, and ignores entries of other types and tags', () => {
    const entries: Entry[] = [
      [271, LONG, 5],
      [274, LONG, 6],
      [305, SHORT, 4],
      [274, SHORT, 8],
    ]
    expect(readExif(tiff(entries, order, 40)).orientation).toBe(8)
    expect(readExif(tiff([[274, LONG, 6]], order)).orientation).toBe(1)
  })

  it('reads what is there of a directory that is cut off', () => {
    const whole = tiff([[274, SHORT, 6], ...resolution([300, 1], [300, 1], 2)], order)
    for (let length = 0; length < whole.length; length++) {
      const cut = readExif(whole.subarray(0, length))
      expect([length, cut.orientation]).toEqual([length, length < 22 ? 1 : 6])
      expect(cut.resolution).toBeNull()
    }
    expect(readExif(whole).resolution).toEqual({ x: 300, y: 300, unit: 'inch' })
  })
})

describe('readExif of what is no directory', () => {
  it.each([
    ['nothing', ''],
    ['another byte order', 'XX*\0\0\0\0\b'],
    ['a directory before the beginning', 'MM\0*\0\0\0\0'],
    ['a directory after the end', 'MM\0*\xff\xff\xff\xff'],
    ['a directory that ends in its number of entries', 'MM\0*\0\0\0\b\xff'],
    ['more entries than bytes', 'MM\0*\0\0\0\b\xff\xff'],
  ])('gives defaults for %s', (_, text) => {
    expect(readExif(Buffer.from(text, 'latin1'))).toEqual({ orientation: 1, resolution: null })
  })

  it('throws for no bytes, and gives an orientation that exists', () => {
    const order = fc.constantFrom('II*\0\b\0\0\0', 'MM\0*\0\0\0\b')
    fc.assert(
      fc.property(order, fc.uint8Array({ maxLength: 100 }), (header, bytes) => {
        const { orientation, resolution: found } = readExif(
          Buffer.concat([Buffer.from(header, 'latin1'), bytes]),
        )
        expect(orientation).toBeGreaterThanOrEqual(1)
        expect(orientation).toBeLessThanOrEqual(8)
        expect(found === null || (found.x > 0 && found.y > 0)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('reads a directory of 65,535 entries in linear time', () => {
    const bytes = Buffer.alloc(10 + 65_535 * 12)
    bytes.write('MM\0*\0\0\0\b\xff\xff', 0, 'latin1')
    const getMilliseconds = startProcessorClock()
    readExif(bytes)
    expect(getMilliseconds()).toBeLessThan(500)
  })
})
