import { inflateSync } from 'node:zlib'
import { PDF, type PdfStream } from '@libpdf/core'
import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolver } from '../check/inspect.ts'
import { ImageError, placeImage } from './place-image.ts'
import { isWholePng, readPngSize } from './png.ts'

interface Pixel {
  x: number
  y: number
  colour: [number, number, number]
  alpha: number
}

/** A PNG that is transparent but for these pixels. */
function getPng(width: number, height: number, pixels: Pixel[]): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  for (const { x, y, colour, alpha } of pixels) image.data.set([...colour, alpha], (y * width + x) * 4)
  context.putImageData(image, 0, 0)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/** The samples of the image and of its mask in the document. */
async function placed(png: Uint8Array) {
  const pdf = PDF.create()
  const { ref, width, height } = await placeImage(pdf, png)
  const resolve = resolver(pdf)
  const image = resolve(ref) as PdfStream
  const mask = image.get('SMask', resolve) as PdfStream | undefined
  const samples = (stream: PdfStream) => inflateSync(Buffer.from(stream.data))
  return { width, height, colours: samples(image), mask: mask && samples(mask), image }
}

const size = fc.integer({ min: 1, max: 20 })
const opaque = fc.record({
  x: fc.nat(19),
  y: fc.nat(19),
  colour: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
  alpha: fc.constant(255),
})

describe('the pixels of a picture', () => {
  test('are those of the PNG, without its transparent margins', async () => {
    await fc.assert(
      fc.asyncProperty(
        size,
        size,
        fc.array(opaque, { minLength: 1, maxLength: 8 }),
        async (width, height, list) => {
          const pixels = list.map((pixel): Pixel => ({ ...pixel, x: pixel.x % width, y: pixel.y % height }))
          const last = new Map(pixels.map((pixel) => [`${pixel.x} ${pixel.y}`, pixel]))
          const [xs, ys] = [pixels.map(({ x }) => x), pixels.map(({ y }) => y)]
          const [left, top] = [Math.min(...xs), Math.min(...ys)]
          const result = await placed(getPng(width, height, pixels))
          expect(result.width).toBe(Math.max(...xs) - left + 1)
          expect(result.height).toBe(Math.max(...ys) - top + 1)
          for (let y = 0; y < result.height; y++) {
            for (let x = 0; x < result.width; x++) {
              const offset = y * result.width + x
              const pixel = last.get(`${x + left} ${y + top}`)
              expect(result.mask?.[offset] ?? 255).toBe(pixel ? 255 : 0)
              if (pixel)
                expect([...result.colours.subarray(offset * 3, offset * 3 + 3)]).toEqual(pixel.colour)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    [0, 'empty'],
    [7, 'empty'],
    [8, null],
    [128, null],
    [254, null],
  ])('of an alpha of %i are %s', async (alpha, refusal) => {
    const png = getPng(5, 5, [{ x: 2, y: 2, colour: [10, 20, 30], alpha }])
    if (refusal) await expect(placed(png)).rejects.toThrow(refusal)
    else expect(await placed(png)).toMatchObject({ width: 1, height: 1 })
  })

  test('are masked only where one is transparent', async () => {
    const full = Array.from(
      { length: 9 },
      (_, index): Pixel => ({ x: index % 3, y: Math.floor(index / 3), colour: [1, 2, 3], alpha: 255 }),
    )
    expect((await placed(getPng(3, 3, full))).mask).toBeUndefined()
    expect((await placed(getPng(3, 3, full.with(4, { ...full[4]!, alpha: 100 })))).mask).toHaveLength(9)
    expect((await placed(getPng(3, 3, full.toSpliced(4, 1)))).mask).toHaveLength(9)
  })

  test('have as many samples as the image says', async () => {
    for (const [width, height] of [
      [1, 1],
      [1, 40],
      [40, 1],
      [1700, 3],
      [3, 1700],
    ] as const) {
      const pixels = [0, 1].map(
        (end): Pixel => ({ x: end * (width - 1), y: end * (height - 1), colour: [0, 0, 0], alpha: 255 }),
      )
      const result = await placed(getPng(width, height, pixels))
      expect(Math.max(result.width, result.height)).toBeLessThanOrEqual(1600)
      expect(result.image.getNumber('Width')!.value).toBe(result.width)
      expect(result.image.getNumber('Height')!.value).toBe(result.height)
      expect(result.colours).toHaveLength(result.width * result.height * 3)
    }
  })
})

describe('bytes that are no picture', () => {
  test('any bytes are refused with a sentence, by every check', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, hasHead) => {
        const head = hasHead ? getPng(2, 2, []).subarray(0, 29) : new Uint8Array()
        const png = new Uint8Array([...head, ...bytes])
        await expect(placed(png)).rejects.toThrow(ImageError)
        expect(await isWholePng(png)).toBe(false)
        const size = readPngSize(png)
        if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    ['width', 16, 0],
    ['height', 20, 0],
    ['width', 16, 0xffffffff],
    ['height', 20, 0x7fffffff],
    ['width', 16, 16_000_001],
  ])('a %s (offset %i) of %i is refused before anything is decoded', async (_, index, value) => {
    const png = Buffer.from(getPng(1, 1, [{ x: 0, y: 0, colour: [0, 0, 0], alpha: 255 }]))
    png.writeUInt32BE(value, index)
    await expect(placed(png)).rejects.toThrow(ImageError)
    expect(await isWholePng(png)).toBe(false)
  })
})
