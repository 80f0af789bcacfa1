import { deflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { checkPdf } from '../check/check.ts'
import {
  exifData,
  iccProfile,
  jpegImage,
  jpegWithProfile,
  pngImage,
  pngWithProfile,
  rawPng,
  withChunk,
  withSegment,
} from '../fixtures/images.ts'
import { encodePng } from '../fixtures/png-encoder.ts'
import { paint } from '../fixtures/render.ts'
import { embeddableImage, imageToPdf, isImage } from './image-to-pdf.ts'

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
    const jpeg = jpegImage({ width: 400, height: 200, dpi: 100, orientation })
    const png = withChunk(pngImage({ width: 400, height: 200 }), 'eXIf', exifData({ orientation, dpi: 100 }))
    for (const image of [jpeg, png]) {
      const { bytes, page } = await converted(image)
      expect([page.width, page.height]).toEqual(orientation < 5 ? [288, 144] : [144, 288])
      expect(await getBar(bytes)).toEqual(bar)
    }
  })

  it('stretches pixels that are not square, before it turns the image', async () => {
    // 144 by 72 pixels per inch.
    const perMetre = Buffer.from([0, 0, 0x16, 0x25, 0, 0, 0x0b, 0x13, 1])
    const png = withChunk(pngImage({ width: 400, height: 200 }), 'pHYs', perMetre)
    const upright = await converted(png)
    expect([upright.page.width, upright.page.height]).toEqual([200, 200])
    expect(await getBar(upright.bytes)).toEqual({ x: 0, y: 0, width: 100, height: 50 })
    const turned = await converted(withChunk(png, 'eXIf', exifData({ orientation: 6 })))
    expect(await getBar(turned.bytes)).toEqual({ x: 150, y: 0, width: 50, height: 100 })
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

  const red = (options = {}) =>
    encodePng({ width: 144, height: 72, colourType: 2, bits: 8, getSamples: () => [200, 0, 0], ...options })
  const swapped = iccProfile()

  it.each([
    ['a PNG', pngWithProfile(red(), swapped)],
    ['an interlaced PNG', pngWithProfile(red({ interlaced: true }), swapped)],
    [
      'a PNG with a palette',
      pngWithProfile(
        red({ colourType: 3, palette: Buffer.from([200, 0, 0]), getSamples: () => [0] }),
        swapped,
      ),
    ],
  ])('shows the colours that a profile gives %s', async (_, image) => {
    const { bytes } = await converted(image)
    const [redness, greenness, blueness] = (await paint(bytes, 1, 1)).colourAt(421, 297)
    expect([redness! < 10, greenness! < 10, blueness! > 190]).toEqual([true, true, true])
  })

  it('shows the colours that a profile gives a photo, in its orientation and resolution', async () => {
    const canvas = createCanvas(200, 100)
    const context = canvas.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 200, 100)
    context.fillStyle = '#c80000'
    context.fillRect(0, 0, 100, 25)
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), exifData({ orientation: 6, dpi: 100 })])
    const photo = withSegment(canvas.toBuffer('image/jpeg', 95), 0xe1, exif)
    const { bytes, page } = await converted(jpegWithProfile(photo, swapped))
    expect([page.width, page.height]).toEqual([72, 144])
    const painting = await paint(bytes, 1, 1)
    const [redness, , blueness] = painting.colourAt(64, 30)
    expect([redness! < 20, blueness! > 180]).toEqual([true, true])
    expect(painting.colourAt(30, 30)).toEqual([255, 255, 255])
    expect(Buffer.from(bytes).includes('ICC_PROFILE')).toBe(false)
  })

  it('shows the colours that its gamma gives a PNG', async () => {
    const grey = encodePng({ width: 144, height: 72, colourType: 0, bits: 8, getSamples: () => [55] })
    const linear = Buffer.from([0, 1, 0x86, 0xa0])
    const { bytes } = await converted(withChunk(grey, 'gAMA', linear))
    // Linear 55 of 255 in sRGB (IEC 61966-2-1, 5.2).
    expect(Math.abs((await paint(bytes, 1, 1)).colourAt(421, 297)[0]! - 128)).toBeLessThan(3)
  })

  it('embeds an image with a profile as it is where the profile changes nothing', async () => {
    const scan = jpegImage({ width: 144, height: 72 })
    const scanPng = pngImage({ width: 144, height: 72 })
    const plainJpeg = await converted(scan)
    const plainPng = await converted(scanPng)
    for (const profile of [swapped, iccProfile({ isSwapped: false }), Buffer.from('no profile')]) {
      expect((await converted(jpegWithProfile(scan, profile))).bytes).toHaveLength(plainJpeg.bytes.length)
      expect((await converted(pngWithProfile(scanPng, profile))).bytes).toHaveLength(plainPng.bytes.length)
    }
    const srgb = pngWithProfile(red(), iccProfile({ isSwapped: false }))
    expect((await converted(srgb)).bytes).toHaveLength((await converted(red())).bytes.length)
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
    expect(await imageToPdf(jpeg)).toMatchObject({ jpegPixels: 65_535 ** 2 })
  })

  it('refuses images that are cut off, wherever the cut is', async () => {
    for (const image of [pngImage(), jpegImage()]) {
      for (const length of [40, 100, Math.floor(image.length / 2), image.length - 2])
        expect(await imageToPdf(image.subarray(0, length))).toMatchObject({ ok: false, reason: 'corrupt' })
    }
  })
})

describe('embeddableImage', () => {
  const getPixel = async (bytes: Uint8Array, x: number, y: number) => {
    const image = await loadImage(bytes)
    const context = createCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    return [image.width, image.height, ...context.getImageData(x, y, 1, 1).data.subarray(0, 3)]
  }

  it('turns a PNG upright, and gives it the colours of its profile', async () => {
    const png = encodePng({
      width: 40,
      height: 20,
      colourType: 2,
      bits: 8,
      getSamples: (x) => (x < 20 ? [200, 0, 0] : [255, 255, 255]),
    })
    const turned = await embeddableImage(withChunk(png, 'eXIf', exifData({ orientation: 6 })))
    expect(turned).toMatchObject({ format: 'png', width: 20, height: 40 })
    expect(await getPixel(turned!.bytes, 5, 5)).toEqual([20, 40, 200, 0, 0])
    const coloured = await embeddableImage(pngWithProfile(png, iccProfile()))
    const [width, height, red, green, blue] = await getPixel(coloured!.bytes, 5, 5)
    expect([width, height, red, green]).toEqual([40, 20, 0, 0])
    expect(blue).toBeGreaterThan(190)
    expect((await embeddableImage(png))?.bytes).toBe(png)
  })
})
