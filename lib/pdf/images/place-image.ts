import { deflateSync } from 'node:zlib'
import { type PDF, PdfBool, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core'
import { TextError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { findDrawingRules } from '../conformance.ts'
import { dict } from '../file/objects.ts'
import { imageStream } from './image-stream.ts'
import { readPngSize } from './png.ts'

/** An image XObject in the document (ISO 32000-2, 8.9), shared by all appearances that show it. */
export interface PlacedImage {
  ref: PdfRef
  /** In pixels, without transparent margins. */
  width: number
  height: number
}

/** Thrown for an image that cannot be used. The message is for the person who sent it. */
export class ImageError extends TextError {}

/** Largest accepted image in pixels; decoding takes 4 bytes for each. */
const maxPixels = 16_000_000
/** Longer side in pixels: 160 dpi for a mark of 10 inches. */
const maxSide = 1600
/** Pixels with less alpha (0 to 255) count as transparent. */
const minInkAlpha = 8

/**
 * Decodes a PNG, crops transparent margins, and adds it to the document with its transparency as a soft mask (ISO
 * 32000-2, 11.6.5.2), or in a file without soft masks on white, with a mask of the ink (8.9.6.3).
 * @throws ImageError when it is not a PNG, is damaged or empty, or has more than 16 megapixels.
 */
export async function placeImage(pdf: PDF, png: Uint8Array): Promise<PlacedImage> {
  const { data, width, height } = await decodePng(png)
  const { colourSpace, transparency } = findDrawingRules(pdf)
  const pixels = width * height
  const colours = new Uint8Array(pixels * 3)
  const alpha = new Uint8Array(pixels)
  let isOpaque = true
  for (let source = 0, target = 0, offset = 0; offset < pixels; offset++, source += 4) {
    colours[target++] = data[source]!
    colours[target++] = data[source + 1]!
    colours[target++] = data[source + 2]!
    alpha[offset] = data[source + 3]!
    if (alpha[offset] !== 255) isOpaque = false
  }
  if (!transparency) blendWithWhite(colours, alpha)
  const makeStream = (space: PdfObject | string, samples: Uint8Array) =>
    imageStream({ width, height }, { filter: 'FlateDecode', colourSpace: space }, deflateSync(samples))
  const image = makeStream(colourSpace ?? 'DeviceRGB', colours)
  if (!isOpaque) {
    if (transparency) image.set('SMask', pdf.context.register(makeStream('DeviceGray', alpha)))
    else image.set('Mask', pdf.context.register(inkMask(alpha, width, height)))
  }
  return { ref: pdf.context.register(image), width, height }
}

function blendWithWhite(colours: Uint8Array, alpha: Uint8Array): void {
  for (let index = 0; index < colours.length; index++) {
    const opacity = alpha[Math.trunc(index / 3)]! / 255
    colours[index] = Math.round(colours[index]! * opacity + 255 * (1 - opacity))
  }
}

/** An image mask whose samples are 1 where nothing is painted (8.9.6.3). */
function inkMask(alpha: Uint8Array, width: number, height: number): PdfStream {
  const rowBytes = Math.ceil(width / 8)
  const samples = new Uint8Array(rowBytes * height)
  for (const [offset, opacity] of alpha.entries()) {
    const column = offset % width
    const byte = Math.trunc(offset / width) * rowBytes + (column >> 3)
    if (opacity < minInkAlpha) samples[byte]! |= 0x80 >> (column & 7)
  }
  const entries = { Type: '/XObject', Subtype: '/Image', Width: width, Height: height, BitsPerComponent: 1 }
  const mask = dict({ ...entries, Filter: '/FlateDecode' })
  mask.set('ImageMask', PdfBool.of(true))
  return new PdfStream(mask, deflateSync(samples))
}

async function decodePng(
  png: Uint8Array,
): Promise<{ data: Uint8ClampedArray; width: number; height: number }> {
  const size = readPngSize(png)
  if (!size) throw new ImageError(errorText('failures.pictureNotPng'))
  if (size.width * size.height > maxPixels) throw new ImageError(errorText('failures.pictureTooManyPixels'))
  // Loaded on demand: it is 30 MB of native code, and most threads never see an image.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(png).catch(() => {
    throw new ImageError(errorText('failures.pictureDamaged'))
  })
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height))
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(picture, 0, 0, width, height)
  const ink = inkBox(context.getImageData(0, 0, width, height).data, width, height)
  return { data: context.getImageData(ink.x, ink.y, ink.width, ink.height).data, ...ink }
}

/** The smallest rectangle around everything that is not transparent. */
function inkBox(data: Uint8ClampedArray, width: number, height: number) {
  let left = width
  let right = -1
  let top = height
  let bottom = -1
  for (let y = 0, offset = 3; y < height; y++) {
    for (let x = 0; x < width; x++, offset += 4) {
      if (data[offset]! < minInkAlpha) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < 0) throw new ImageError(errorText('failures.pictureEmpty'))
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
