/** Longest side of a picture of a signature, in pixels: at two inches that is 600 dots an inch. */
const LONGEST_SIDE_PIXELS = 1200

interface InkBox {
  left: number
  top: number
  width: number
  height: number
}

/** The part of `pixels` (RGBA) that is not transparent; null when nothing is. */
export function contentBox(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  minAlpha = 16,
): InkBox | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((pixels[(y * width + x) * 4 + 3] ?? 0) < minAlpha) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/**
 * Removes the background in place: light pixels become transparent, dark ones stay, and those between become
 * partly transparent. The background is taken to be as bright as the brightest tenth of the picture.
 */
export function removeBackground(pixels: Uint8ClampedArray): void {
  const count = pixels.length / 4
  const histogram = new Uint32Array(256)
  const lightness = (offset: number) =>
    Math.round(
      0.299 * (pixels[offset] ?? 0) + 0.587 * (pixels[offset + 1] ?? 0) + 0.114 * (pixels[offset + 2] ?? 0),
    )
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const light = lightness(offset)
    histogram[light] = (histogram[light] ?? 0) + 1
  }
  let background = 255
  for (let counted = 0; background > 0; background--) {
    counted += histogram[background] ?? 0
    if (counted >= count / 10) break
  }
  // Lighter pixels than the first become transparent; darker ones than the second stay opaque.
  const transparentFrom = background * 0.88
  const opaqueUpTo = background * 0.55
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const light = lightness(offset)
    const opacity = Math.min(
      1,
      Math.max(0, (transparentFrom - light) / Math.max(1, transparentFrom - opaqueUpTo)),
    )
    pixels[offset + 3] = Math.round((pixels[offset + 3] ?? 0) * opacity)
  }
}

/** The drawing of a canvas, cropped with a small margin, as a PNG data URL; null when empty. */
export function exportPicture(canvas: HTMLCanvasElement): string | null {
  const context = canvas.getContext('2d')
  if (!context || !canvas.width || !canvas.height) return null
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const box = contentBox(data, canvas.width, canvas.height)
  if (!box) return null
  for (let side = LONGEST_SIDE_PIXELS; ; side *= 0.7) {
    const image = cropped(canvas, box, side)
    // The limit of the service is 1 MB; base64 is a third longer.
    if (!image || image.length < 1_200_000 || side < 200) return image
  }
}

function cropped(canvas: HTMLCanvasElement, box: InkBox, side: number): string | null {
  const padding = Math.round(Math.max(box.width, box.height) * 0.03)
  const scale = Math.min(1, side / (Math.max(box.width, box.height) + 2 * padding))
  const out = document.createElement('canvas')
  out.width = Math.max(1, Math.round((box.width + 2 * padding) * scale))
  out.height = Math.max(1, Math.round((box.height + 2 * padding) * scale))
  const context = out.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    canvas,
    box.left,
    box.top,
    box.width,
    box.height,
    padding * scale,
    padding * scale,
    box.width * scale,
    box.height * scale,
  )
  return out.toDataURL('image/png')
}

/** A photo or scan as a transparent, cropped PNG; null when it is blank. Throws when it cannot be read. */
export async function importPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, (2 * LONGEST_SIDE_PIXELS) / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  if (!hasTransparency(image.data)) removeBackground(image.data)
  context.putImageData(image, 0, 0)
  return exportPicture(canvas)
}

/** Whether the picture already has a transparent background. */
function hasTransparency(pixels: Uint8ClampedArray): boolean {
  let transparentCount = 0
  for (let offset = 3; offset < pixels.length; offset += 4)
    if ((pixels[offset] ?? 255) < 16) transparentCount++
  return transparentCount > pixels.length / 40
}
