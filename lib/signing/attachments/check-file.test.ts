import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { makeSystemCtx } from '#lib/core/ctx'
import { rawPng } from '#lib/pdf/fixtures/images'
import { checkFile } from './check-file.ts'

/** A JPEG whose header says that it has this size. */
function jpeg(width: number, height: number): Buffer {
  const bytes = createCanvas(40, 30).toBuffer('image/jpeg')
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

function withoutScan(bytes: Buffer): Buffer {
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
  return Buffer.concat([bytes.subarray(0, scan), bytes.subarray(-2)])
}

const check = (file: Uint8Array) => checkFile(makeSystemCtx(1, 'test', new Date()), { file } as never)

it.each([
  [8064, 6048],
  [12_000, 9000],
  [16_320, 12_240],
])('takes a photo of %i by %i pixels', async (width, height) => {
  expect(await check(jpeg(width, height))).toBe('image/jpeg')
})

it.each([
  ['a JPEG of 4,000 megapixels', jpeg(65_535, 65_535), 'too_many_pixels'],
  ['a large photo that is cut off', jpeg(8064, 6048).subarray(0, -2), 'corrupt'],
  ['a large photo without a picture', withoutScan(jpeg(8064, 6048)), 'corrupt'],
  [
    'a PNG that would inflate to 5 GB',
    rawPng({ width: 36_000, height: 36_000, colourType: 6, data: deflateSync(Buffer.alloc(10_000)) }),
    'too_many_pixels',
  ],
])('refuses %s', async (_, bytes, reason) => {
  await expect(check(bytes)).rejects.toMatchObject({ details: { reason } })
})

it('names the limit of a photo, not that of an image that becomes a page', async () => {
  const message = expect.stringContaining('more than 250 megapixels')
  await expect(check(jpeg(65_535, 65_535))).rejects.toMatchObject({ message })
})
