import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { withPdfjs } from './file/reading.ts'

const MAX_WIDTH = 320
/** Higher pages, such as receipts, get a narrower picture. */
const MAX_HEIGHT = 640
/** Larger images on the page are left out. */
const MAX_IMAGE_PIXELS = 40_000_000
/** From 0 to 100; text of this size needs no more. */
const WEBP_QUALITY = 80

/** A WebP picture of page 1, at most 320 pixels wide. @throws when pdf.js cannot draw the page */
export function drawThumbnail(bytes: Uint8Array): Promise<Uint8Array> {
  return withPdfjs(bytes, { maxImageSize: MAX_IMAGE_PIXELS }, async (document) => {
    const page = await document.getPage(1)
    const size = page.getViewport({ scale: 1 })
    const scale = Math.min(MAX_WIDTH / size.width, MAX_HEIGHT / size.height)
    return draw(page, scale)
  })
}

async function draw(page: PDFPageProxy, scale: number): Promise<Uint8Array> {
  // Loaded on demand: it is 30 MB of native code.
  const { createCanvas } = await import('@napi-rs/canvas')
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  )
  const canvasContext = canvas.getContext('2d')
  canvasContext.fillStyle = '#fff'
  canvasContext.fillRect(0, 0, canvas.width, canvas.height)
  // The types of pdf.js demand a canvas of the browser.
  const target = { canvasContext, canvas: null, viewport } as unknown as Parameters<PDFPageProxy['render']>[0]
  await page.render(target).promise
  return new Uint8Array(canvas.toBuffer('image/webp', WEBP_QUALITY))
}
