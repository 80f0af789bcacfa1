import { createDeflate } from 'node:zlib'
import type { Canvas, Image } from '@napi-rs/canvas'
import { placement, turnsSideways } from './orientation.ts'
import { readPngDisplay, readPngSize } from './png.ts'

const JPEG_QUALITY = 90
/** Pixels of a side at which colours are compared. */
const COMPARED_SIDE = 128
/** Of 255: a difference that is hardly seen. */
const MAX_DIFFERENCE = 8
/** Rows that are decoded to memory at once. */
const BAND_ROWS = 128

/**
 * A decoded PNG or JPEG, upright as its Exif data say: the decoder turns a JPEG, but no PNG.
 * @throws when it cannot be decoded
 */
export async function loadUpright(bytes: Uint8Array): Promise<Image | Canvas> {
  // Loaded on demand: it is 30 MB of native code, and most threads never see an image.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(bytes)
  const orientation = readPngSize(bytes) ? readPngDisplay(bytes).orientation : 1
  if (orientation === 1) return picture
  const [width, height] = turnsSideways(orientation)
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingEnabled = false
  // From the unit square and the page of PDF, whose origins are at the bottom, to those of a canvas.
  const [a, b, c, d, e, f] = placement(orientation, { x: 0, y: 0, width, height }) as Matrix
  context.setTransform(a, -b, -c, d, c + e, height - d - f)
  context.drawImage(picture, 0, 0, 1, 1)
  free(picture)
  return canvas
}

/** Frees the pixels of a picture at once: the garbage collector does not count them. */
function free(picture: Image | Canvas): void {
  if ('src' in picture) picture.src = new Uint8Array()
  else picture.width = 1
}

type Matrix = [number, number, number, number, number, number]

/** The pixels of a PNG as it is stored, on white, three bytes each, as a zlib stream; null when it cannot be decoded. */
export async function decodeToRgb(
  png: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array | null> {
  // Loaded on demand: it is 30 MB of native code, and few uploads need it.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(png).catch(() => null)
  if (picture?.width !== width || picture.height !== height) return null
  const context = createCanvas(width, BAND_ROWS).getContext('2d')
  const deflate = createDeflate()
  const output = Array.fromAsync(deflate as AsyncIterable<Buffer>)
  for (let top = 0; top < height; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - top)
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, BAND_ROWS)
    context.drawImage(picture, 0, -top)
    const rgb = withoutAlpha(context.getImageData(0, 0, width, rows).data)
    await new Promise<void>((resolve, reject) =>
      deflate.write(rgb, (error) => (error ? reject(error) : resolve())),
    )
  }
  deflate.end()
  return Buffer.concat(await output)
}

/**
 * Whether an image has other colours with its profile than without it, in sRGB; false for one that has none, or cannot
 * be decoded.
 */
export async function hasOwnColours(
  bytes: Uint8Array,
  bytesWithoutProfile: Uint8Array | null,
): Promise<boolean> {
  if (!bytesWithoutProfile) return false
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const getSamples = async (image: Uint8Array) => {
    const context = createCanvas(COMPARED_SIDE, COMPARED_SIDE).getContext('2d')
    const picture = await loadImage(image)
    context.drawImage(picture, 0, 0, COMPARED_SIDE, COMPARED_SIDE)
    free(picture)
    return context.getImageData(0, 0, COMPARED_SIDE, COMPARED_SIDE).data
  }
  try {
    const [own, other] = [await getSamples(bytes), await getSamples(bytesWithoutProfile)]
    return own.some((sample, index) => Math.abs(sample - other[index]!) > MAX_DIFFERENCE)
  } catch {
    return false
  }
}

/** An image drawn upright in sRGB, and compressed again; null when it cannot be decoded. */
export async function redraw(
  bytes: Uint8Array,
  format: 'png' | 'jpeg',
): Promise<{ bytes: Uint8Array; width: number; height: number } | null> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const picture = await loadUpright(bytes).catch(() => null)
  if (!picture) return null
  const { width, height } = picture
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  free(picture)
  const encoded = format === 'png' ? canvas.encode('png') : canvas.encode('jpeg', JPEG_QUALITY)
  return { bytes: new Uint8Array(await encoded), width, height }
}

function withoutAlpha(rgba: Uint8ClampedArray): Buffer {
  const rgb = Buffer.allocUnsafe((rgba.length / 4) * 3)
  for (let source = 0, target = 0; source < rgba.length; source += 4) {
    rgb[target++] = rgba[source]!
    rgb[target++] = rgba[source + 1]!
    rgb[target++] = rgba[source + 2]!
  }
  return rgb
}
