import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { buildPdf, stream } from './fixtures/build.ts'
import { exifData, jpegImage, pngImage, withChunk } from './fixtures/images.ts'
import { imageToPdf } from './images/image-to-pdf.ts'
import { pageLayout } from './images/page-layout.ts'
import { drawImageThumbnail, drawPicture } from './thumbnail.ts'

/** The size of a picture, and its colour at a part of its width and height. */
async function look(webp: Uint8Array) {
  expect(Buffer.from(webp.subarray(0, 4)).toString()).toBe('RIFF')
  const image = await loadImage(webp)
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const isDark = (x: number, y: number) => {
    const [red = 0] = context.getImageData(
      Math.floor(x * image.width),
      Math.floor(y * image.height),
      1,
      1,
    ).data
    return red < 128
  }
  return { width: image.width, height: image.height, isDark }
}

async function toPdf(image: Uint8Array): Promise<Uint8Array> {
  const pdf = await imageToPdf(image)
  if (!pdf.ok) throw new Error(pdf.message)
  return pdf.bytes
}

/** A page with a black square in the quarter at its lower left in user space. */
const square = (page: string) =>
  buildPdf({
    objects: {
      1001: `<< /Type /Page /Parent 2 0 R /Contents 1002 0 R /Resources << >> ${page} >>`,
      1002: stream('0 g 0 0 100 150 re f'),
    },
  })

describe('the picture of a page', () => {
  test.each([
    ['upright', '/MediaBox [0 0 200 300]', [320, 480], [0.25, 0.75]],
    ['turned to the right', '/MediaBox [0 0 200 300] /Rotate 90', [320, 213], [0.25, 0.25]],
    ['upside down', '/MediaBox [0 0 200 300] /Rotate 180', [320, 480], [0.75, 0.25]],
    ['turned to the left', '/MediaBox [0 0 200 300] /Rotate -90', [320, 213], [0.75, 0.75]],
    ['cropped', '/MediaBox [-200 -300 200 300] /CropBox [0 0 200 300]', [320, 480], [0.25, 0.75]],
    ['of another unit', '/MediaBox [0 0 200 300] /UserUnit 4', [320, 480], [0.25, 0.75]],
    ['wide', '/MediaBox [0 0 2000 150]', [320, 24], [0.02, 0.5]],
    ['high', '/MediaBox [0 0 100 2000]', [32, 640], [0.5, 0.97]],
    ['of a point', '/MediaBox [0 0 1 1]', [320, 320], [0.5, 0.5]],
    ['of a strip', '/MediaBox [0 0 10000 1]', [320, 1], null],
  ] as const)('%s', async (_, page, [width, height], dark) => {
    const picture = await look(await drawPicture(square(page), 'thumbnail'))
    expect([picture.width, picture.height]).toEqual([width, height])
    if (!dark) return
    expect(picture.isDark(dark[0], dark[1])).toBe(true)
    if (width / height > 5 || height / width > 5 || page.endsWith('[0 0 1 1]')) return
    expect(picture.isDark(1 - dark[0], dark[1])).toBe(false)
    expect(picture.isDark(dark[0], 1 - dark[1])).toBe(false)
  })

  test('is that of the first of several', async () => {
    const pages = [{ mediaBox: [0, 0, 100, 100] as const }, { mediaBox: [0, 0, 300, 100] as const }]
    const first = await drawPicture(
      buildPdf({ pages: pages.map(({ mediaBox }) => ({ mediaBox: [...mediaBox] })) }),
      'thumbnail',
    )
    expect(await look(first)).toMatchObject({ width: 320, height: 320 })
  })

  test('is larger where it is to be read', async () => {
    const [upright, high] = [square('/MediaBox [0 0 200 300]'), square('/MediaBox [0 0 100 2000]')]
    expect(await look(await drawPicture(upright, 'page'))).toMatchObject({ width: 800, height: 1200 })
    expect(await look(await drawPicture(high, 'page'))).toMatchObject({ width: 100, height: 2000 })
  })

  test('is white where the content cannot be read', async () => {
    const bytes = buildPdf({ objects: { 1002: stream('0 g 0 0 100 150 re f', '/Filter /FlateDecode') } })
    expect((await look(await drawPicture(bytes, 'thumbnail'))).isDark(0.1, 0.9)).toBe(false)
  })

  test('is not made of what is no PDF', async () => {
    await expect(drawPicture(new TextEncoder().encode('no PDF'), 'thumbnail')).rejects.toThrow()
    await expect(drawPicture(new Uint8Array(), 'thumbnail')).rejects.toThrow()
  })

  test('leaves the bytes as they are', async () => {
    const bytes = square('/MediaBox [0 0 200 300]')
    const copy = bytes.slice()
    await drawPicture(bytes, 'thumbnail')
    expect(Buffer.compare(bytes, copy)).toBe(0)
  })
})

describe('the picture of an image', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is that of its page, with the Exif orientation %d',
    async (orientation) => {
      const isTurned = orientation > 4
      const layout = pageLayout({ width: isTurned ? 120 : 200, height: isTurned ? 200 : 120, dpi: null })
      const png = withChunk(pngImage({ width: 200, height: 120 }), 'eXIf', exifData({ orientation }))
      for (const image of [jpegImage({ width: 200, height: 120, orientation }), png]) {
        const [quick, whole] = await Promise.all(
          [await drawImageThumbnail(image, layout), await drawPicture(await toPdf(image), 'thumbnail')].map(
            look,
          ),
        )
        expect([quick!.width, quick!.height]).toEqual([whole!.width, whole!.height])
        const grid = [0.15, 0.3, 0.45, 0.55, 0.7, 0.85].flatMap((x) =>
          [0.45, 0.5, 0.55].map((y) => [x, y] as const),
        )
        let differing = 0
        for (const [x, y] of grid) if (quick!.isDark(x, y) !== whole!.isDark(x, y)) differing++
        expect(differing).toBeLessThanOrEqual(1)
      }
    },
  )

  test('with transparent parts is white there', async () => {
    const canvas = createCanvas(100, 100)
    canvas.getContext('2d').fillRect(0, 0, 50, 100)
    const layout = { width: 100, height: 100, image: { x: 0, y: 0, width: 100, height: 100 } }
    const picture = await look(await drawImageThumbnail(canvas.toBuffer('image/png'), layout))
    expect([picture.isDark(0.25, 0.5), picture.isDark(0.75, 0.5)]).toEqual([true, false])
  })

  test('is where the layout has it', async () => {
    const layout = { width: 200, height: 400, image: { x: 100, y: 300, width: 100, height: 100 } }
    const picture = await look(await drawImageThumbnail(pngImage(), layout))
    // The bar is over the left half of the top quarter of the image.
    expect(picture.isDark(0.6, 0.03)).toBe(true)
    expect(picture.isDark(0.9, 0.03)).toBe(false)
    expect(picture.isDark(0.6, 0.2)).toBe(false)
    expect(picture.isDark(0.2, 0.03)).toBe(false)
  })

  test('is not made of a damaged one', async () => {
    const layout = { width: 100, height: 100, image: { x: 0, y: 0, width: 100, height: 100 } }
    await expect(drawImageThumbnail(new TextEncoder().encode('no image'), layout)).rejects.toThrow()
  })
})
