import { type InkBox, isolateInk } from './ink.ts'

/** Longest side of a picture of a signature, in pixels: at two inches that is 600 dots an inch. */
const LONGEST_SIDE_PIXELS = 1200
/** Longest side at which the background of a photo is removed. */
const PHOTO_SIDE_PIXELS = 1600
/** A signature smaller than this is scaled up at most so many times: it has no more detail. */
const LARGEST_SCALE = 4
/** The limit of the service is 1 MB; base64 is a third longer. */
const MAX_DATA_URL_CHARACTERS = 1_200_000

/** What `draw` draws within the box, and a small margin around it, as a PNG data URL; null without a canvas. */
export function drawPicture(box: InkBox, draw: (context: CanvasRenderingContext2D) => void): string | null {
  const padding = Math.max(box.width, box.height) * 0.03
  for (let side = LONGEST_SIDE_PIXELS; ; side *= 0.7) {
    const scale = Math.min(LARGEST_SCALE, side / (Math.max(box.width, box.height) + 2 * padding))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round((box.width + 2 * padding) * scale))
    canvas.height = Math.max(1, Math.round((box.height + 2 * padding) * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.setTransform(scale, 0, 0, scale, (padding - box.left) * scale, (padding - box.top) * scale)
    context.beginPath()
    context.rect(box.left, box.top, box.width, box.height)
    context.clip()
    draw(context)
    const image = canvas.toDataURL('image/png')
    if (image.length < MAX_DATA_URL_CHARACTERS || side < 200) return image
  }
}

/**
 * A photo or scan as a transparent PNG, cropped to its ink; null when it is blank. Throws when it cannot be read. The
 * browser turns it as its EXIF data say.
 */
export async function importPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, PHOTO_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  const box = isolateInk(image)
  if (!box) return null
  context.putImageData(image, 0, 0)
  return drawPicture(box, (out) => out.drawImage(canvas, 0, 0))
}

/** Pixels that a browser decodes without trouble on a phone: 50 megapixels take 200 MB. */
export const MAX_PIXELS = 50_000_000

/** The size that a PNG or JPEG declares, read before it is decoded; null when it is neither. */
export async function readPictureSize(file: Blob): Promise<{ width: number; height: number } | null> {
  const view = new DataView(await file.slice(0, 1_000_000).arrayBuffer())
  if (view.byteLength > 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) }
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  // Segments of a JPEG: a marker, and a length that counts itself (ITU T.81, B.1.1.4).
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (marker < 0xffc0) return null
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return null
}
