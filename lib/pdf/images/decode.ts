import { createDeflate } from 'node:zlib'

const JPEG_QUALITY = 90
/** Rows that are decoded to memory at once. */
const BAND_ROWS = 128

/** The pixels of a PNG on white, three bytes each, as a zlib stream; null when it cannot be decoded. */
export async function decodeToRgb(
  png: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array | null> {
  // Loaded on demand: it is 30 MB of native code, and few uploads need it.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(png).catch(() => null)
  // The decoder turns an image with Exif data, which is rare in PNG files.
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

/** A JPEG that its Exif data turns, drawn upright and compressed again; null when it cannot be decoded. */
export async function drawUpright(
  jpeg: Uint8Array,
): Promise<{ bytes: Uint8Array; width: number; height: number } | null> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(jpeg).catch(() => null)
  if (!picture) return null
  const { width, height } = picture
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return { bytes: new Uint8Array(canvas.toBuffer('image/jpeg', JPEG_QUALITY)), width, height }
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
