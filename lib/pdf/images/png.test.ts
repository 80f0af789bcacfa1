import { crc32, deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWholePng, readPngSize } from './png.ts'

function drawn(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').fillRect(1, 1, width / 2, height / 2)
  return canvas.toBuffer('image/png')
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** A PNG whose header and image data need not agree. */
function made(header: number[], data: Buffer, width = 5, height = 7): Buffer {
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(width, 0)
  ihdr.writeUInt32BE(height, 4)
  ihdr.set(header, 8)
  const parts = [chunk('IHDR', ihdr), chunk('IDAT', deflateSync(data)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

describe('isWholePng', () => {
  it('holds for what encoders write', async () => {
    for (const side of [1, 2, 7, 300]) expect(await isWholePng(drawn(side, side))).toBe(true)
  })

  it('does not mind what follows the end', async () => {
    expect(await isWholePng(Buffer.concat([drawn(9, 9), Buffer.from('more')]))).toBe(true)
  })

  it('fails at every place where the file can be cut', async () => {
    const wholeFile = drawn(20, 20)
    for (let length = 0; length < wholeFile.length; length++) {
      expect([length, await isWholePng(wholeFile.subarray(0, length))]).toEqual([length, false])
    }
  })

  it('fails for every byte that was changed', async () => {
    const wholeFile = drawn(20, 20)
    for (let offset = 0; offset < wholeFile.length; offset++) {
      const changedFile = Buffer.from(wholeFile)
      changedFile[offset]! ^= 0x55
      expect([offset, await isWholePng(changedFile)]).toEqual([offset, false])
    }
  })

  // [bit depth, colour type, compression, filter, interlace] and the bytes of 5 by 7 pixels by hand.
  it.each<[string, number[], number]>([
    ['8-bit RGBA', [8, 6, 0, 0, 0], 7 * 21],
    ['1-bit grey', [1, 0, 0, 0, 0], 7 * 2],
    ['16-bit RGB', [16, 2, 0, 0, 0], 7 * 31],
    ['4-bit palette', [4, 3, 0, 0, 0], 7 * 4],
    // Passes of 1x1, 1x1, 2x1, 1x2, 3x2, 2x4 and 5x3 pixels.
    ['interlaced 8-bit grey', [8, 0, 0, 0, 1], 2 + 2 + 3 + 4 + 8 + 12 + 18],
  ])('requires as many rows as the header of %s declares', async (_kind, header, length) => {
    expect(await isWholePng(made(header, Buffer.alloc(length)))).toBe(true)
    expect(await isWholePng(made(header, Buffer.alloc(length - 1)))).toBe(false)
    expect(await isWholePng(made(header, Buffer.alloc(length + 1)))).toBe(false)
  })

  it('counts the rows of every interlaced size as the pixels of each pass are counted one by one', async () => {
    // The pass of each pixel in a block of 8 by 8 (ISO/IEC 15948, 8.2, figure 4.8).
    const block = [
      '16462646',
      '77777777',
      '56565656',
      '77777777',
      '36463646',
      '77777777',
      '56565656',
      '77777777',
    ]
    const sizes = fc.record({
      width: fc.integer({ min: 1, max: 40 }),
      height: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(sizes, fc.constantFrom(1, 2, 4, 8), async ({ width, height }, depth) => {
        let length = 0
        for (let pass = 1; pass <= 7; pass++) {
          for (let y = 0; y < height; y++) {
            let pixels = 0
            for (let x = 0; x < width; x++) if (block[y % 8]![x % 8] === String(pass)) pixels++
            if (pixels > 0) length += 1 + Math.ceil((pixels * depth) / 8)
          }
        }
        const header = [depth, 0, 0, 0, 1]
        expect(await isWholePng(made(header, Buffer.alloc(length), width, height))).toBe(true)
        expect(await isWholePng(made(header, Buffer.alloc(length + 1), width, height))).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('stops inflating where the image must end', async () => {
    const rssBefore = process.memoryUsage().rss
    expect(await isWholePng(made([8, 6, 0, 0, 0], Buffer.alloc(200_000_000)))).toBe(false)
    expect(process.memoryUsage().rss - rssBefore).toBeLessThan(400_000_000)
  })
})

it('readPngSize reads the header and nothing else', () => {
  expect(readPngSize(drawn(40, 20).subarray(0, 33))).toEqual({ width: 40, height: 20 })
  expect(readPngSize(made([8, 6, 0, 0, 0], Buffer.alloc(0), 0, 8))).toBeNull()
  expect(readPngSize(Buffer.from('GIF89a'))).toBeNull()
})
