import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { withPdfjs } from './file/reading.ts'
import { loadUpright } from './images/decode.ts'
import type { PageLayout } from './images/page-layout.ts'

type RenderParameters = Parameters<PDFPageProxy['render']>[0]

interface PixelSize {
  width: number
  height: number
}

/** The largest pictures; higher pages, such as receipts, get a narrower one. */
const maxSizes = {
  thumbnail: { width: 320, height: 640 },
  /** Two pixels for each of a phone. */
  page: { width: 800, height: 2000 },
}
/** Larger images on the page are left out. */
export const MAX_IMAGE_PIXELS = 40_000_000
/** From 0 to 100; text of these sizes needs no more. */
export const WEBP_QUALITY = 60
const webpQualities = { thumbnail: 80, page: WEBP_QUALITY }

/** A WebP picture of page 1. @throws when pdf.js cannot draw the page */
export function drawPicture(bytes: Uint8Array, kind: keyof typeof maxSizes): Promise<Uint8Array> {
  return withPdfjs(bytes, { maxImageSize: MAX_IMAGE_PIXELS }, async (document) => {
    const canvas = await renderPage(await document.getPage(1), maxSizes[kind])
    return new Uint8Array(canvas.toBuffer('image/webp', webpQualities[kind]))
  })
}

/** A page on a canvas of at most this size. @throws when pdf.js cannot draw the page */
export function renderPage(page: PDFPageProxy, maxSize: PixelSize): Promise<Canvas> {
  return drawOnCanvas(page.getViewport({ scale: 1 }), maxSize, async (context, scale) => {
    const viewport = page.getViewport({ scale })
    // The types of pdf.js demand a canvas of the browser.
    const target = { canvasContext: context, canvas: null, viewport } as unknown as RenderParameters
    await page.render(target).promise
  })
}

/**
 * The thumbnail of the PDF of an image, in a fraction of the time that pdf.js takes for a photo.
 * @param image a PNG or JPEG
 */
export async function drawImageThumbnail(image: Uint8Array, layout: PageLayout): Promise<Uint8Array> {
  const picture = await loadUpright(image)
  const canvas = await drawOnCanvas(layout, maxSizes.thumbnail, async (context, scale) => {
    const { x, y, width, height } = layout.image
    // The page's origin is at the bottom.
    const top = layout.height - y - height
    context.drawImage(picture, x * scale, top * scale, width * scale, height * scale)
  })
  return new Uint8Array(canvas.toBuffer('image/webp', webpQualities.thumbnail))
}

/** Draws on a white canvas for a page of this size in points. */
async function drawOnCanvas(
  size: PixelSize,
  maxSize: PixelSize,
  draw: (context: SKRSContext2D, scale: number) => Promise<void>,
): Promise<Canvas> {
  // Loaded on demand: it is 30 MB of native code.
  const { createCanvas } = await import('@napi-rs/canvas')
  const scale = Math.min(maxSize.width / size.width, maxSize.height / size.height)
  const canvas = createCanvas(
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  )
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  await draw(context, scale)
  return canvas
}
