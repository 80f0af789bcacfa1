import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { jpegImage, pngImage, rawPng, withChunk } from '../fixtures/images.ts'
import { paint } from '../fixtures/render.ts'
import { imageToPdf, isImage } from './image-to-pdf.ts'

async function converted(image: Uint8Array) {
  expect(isImage(image)).toBe(true)
  const result = await imageToPdf(image)
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`)
  const check = await checkPdf(result.bytes, { maxPages: 10 })
  if (!check.ok) throw new Error(`${check.reason}: ${check.message}`)
  expect(check).toMatchObject({ repaired: null, signed: false, activeContent: [] })
  return { bytes: result.bytes, page: check.pages[0]!, pageCount: check.pages.length }
}

/** Where the black bar of a fixture is on the page, in whole points from the top left. */
async function getBar(bytes: Uint8Array) {
  const painting = await paint(bytes, 1)
  const bar = painting.ink()!
  return Object.fromEntries(Object.entries(bar).map(([name, value]) => [name, Math.round(value)]))
}

describe('imageToPdf', () => {
  it('centres an image without a resolution on an A4 page, at 96 pixels per inch', async () => {
    for (const image of [pngImage({ width: 100, height: 200 }), jpegImage({ width: 100, height: 200 })]) {
      const { page, pageCount, bytes } = await converted(image)
      expect([pageCount, page.width, page.height]).toEqual([1, 595, 842])
      expect(await getBar(bytes)).toEqual({ x: 260, y: 346, width: 38, height: 38 })
    }
  })

  it('fits a large image on a landscape A4 page', async () => {
    const { page, bytes } = await converted(jpegImage({ width: 1600, height: 1200 }))
    expect([page.width, page.height]).toEqual([842, 595])
    expect(await getBar(bytes)).toMatchObject({ y: 0, height: 149 })
  })

  it('makes a page of the size of a scan with a resolution', async () => {
    const inMetres = Buffer.from([0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1])
    const png = withChunk(pngImage({ width: 600, height: 900 }), 'pHYs', inMetres)
    const scan = await converted(withChunk(png, 'tEXt', Buffer.from('Title\0Scan')))
    expect([scan.page.width, scan.page.height]).toEqual([144, 216])
    const jpeg = await converted(jpegImage({ width: 600, height: 900, dpi: 150 }))
    expect([jpeg.page.width, jpeg.page.height]).toEqual([288, 432])
  })

  it.each([
    [1, { x: 0, y: 0, width: 144, height: 36 }],
    [2, { x: 144, y: 0, width: 144, height: 36 }],
    [3, { x: 144, y: 108, width: 144, height: 36 }],
    [4, { x: 0, y: 108, width: 144, height: 36 }],
    [5, { x: 0, y: 0, width: 36, height: 144 }],
    [6, { x: 108, y: 0, width: 36, height: 144 }],
    [7, { x: 108, y: 144, width: 36, height: 144 }],
    [8, { x: 0, y: 144, width: 36, height: 144 }],
  ])('turns a photo with the Exif orientation %i upright', async (orientation, bar) => {
    const { bytes, page } = await converted(jpegImage({ width: 400, height: 200, dpi: 100, orientation }))
    expect([page.width, page.height]).toEqual(orientation < 5 ? [288, 144] : [144, 288])
    expect(await getBar(bytes)).toEqual(bar)
  })

  it('embeds grey, palette and 16-bit images as they are', async () => {
    const rows = (bytesPerRow: number, value: number) =>
      deflateSync(
        Buffer.concat(Array.from({ length: 8 }, () => Buffer.from([0, ...Array(bytesPerRow).fill(value)]))),
      )
    const images = [
      rawPng({ width: 8, height: 8, colourType: 0, bits: 1, data: rows(1, 0) }),
      rawPng({
        width: 8,
        height: 8,
        colourType: 3,
        palette: Buffer.from([255, 255, 255, 9, 9, 9]),
        data: rows(8, 1),
      }),
      rawPng({ width: 8, height: 8, colourType: 2, bits: 16, data: rows(48, 20) }),
    ]
    for (const image of images) {
      const { bytes } = await converted(image)
      expect(await getBar(bytes)).toMatchObject({ width: 6, height: 6 })
    }
  })

  it('shows what is transparent as white', async () => {
    const pixels = Buffer.concat(
      Array.from({ length: 8 }, (_, row) =>
        Buffer.from([
          0,
          ...Array(8)
            .fill([0, 0, 0, row < 4 ? 255 : 0])
            .flat(),
        ]),
      ),
    )
    const { bytes } = await converted(
      rawPng({ width: 8, height: 8, colourType: 6, data: deflateSync(pixels) }),
    )
    expect(await getBar(bytes)).toMatchObject({ width: 6, height: 3 })
  })

  it('leaves out the metadata of a photo', async () => {
    const { bytes } = await converted(jpegImage({ orientation: 6 }))
    expect(Buffer.from(bytes).includes('Exif')).toBe(false)
  })

  it('refuses a decompression bomb by its header, without decompressing it', async () => {
    const data = deflateSync(Buffer.alloc(10_000_000))
    const image = rawPng({ width: 30_000, height: 30_000, colourType: 6, data })
    expect(await imageToPdf(image)).toMatchObject({ ok: false, reason: 'too_many_pixels' })
  })

  it('refuses image data that is longer than the header promises', async () => {
    const image = rawPng({
      width: 10,
      height: 10,
      colourType: 2,
      data: deflateSync(Buffer.alloc(50_000_000)),
    })
    expect(await imageToPdf(image)).toMatchObject({ ok: false, reason: 'corrupt' })
  })

  it('refuses a JPEG of more than 40 megapixels', async () => {
    const jpeg = jpegImage()
    const frame = Buffer.from(jpeg.buffer).indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.set([0xff, 0xff, 0xff, 0xff], frame + 5)
    expect(await imageToPdf(jpeg)).toMatchObject({ ok: false, reason: 'too_many_pixels' })
  })

  it('refuses images that are cut off, wherever the cut is', async () => {
    for (const image of [pngImage(), jpegImage()]) {
      for (const length of [40, 100, Math.floor(image.length / 2), image.length - 2])
        expect(await imageToPdf(image.subarray(0, length))).toMatchObject({ ok: false, reason: 'corrupt' })
    }
  })
})
