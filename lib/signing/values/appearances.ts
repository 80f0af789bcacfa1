import { createCanvas } from '@napi-rs/canvas'
import type { FieldErrors } from '#lib/core/errors'
import type { HandwritingFont } from '#lib/core/handwriting'
import { sha256Hex } from '#lib/core/ids'
import type { GivenSignature } from '#lib/core/signature-kinds'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { loadUpright } from '#lib/pdf/images/decode'
import { isWholePng, readPngSize } from '#lib/pdf/images/png'
import { putBytes } from '#lib/storage/files'
import type { AppearanceInput } from '../appearance-schema.ts'

const MAX_BYTES = 1_000_000
const MAX_SIDE = 4000
const MAX_PIXELS = 4_000_000
/** An image is blank if its pixels on white differ by less than this, of 255, in every channel. */
const MIN_CONTRAST = 24

/** A submitted signature or initials, an image decoded and encoded again. */
export interface CheckedAppearance {
  method: GivenSignature['method']
  text?: string
  font?: HandwritingFont | undefined
  png?: Uint8Array
}

/**
 * Checks a submitted signature or initials. The size of a PNG is checked before it is decoded; it is encoded again, so
 * that only its pixels get into a document.
 * @returns null when it is invalid, with the error under `field`
 */
export async function checkAppearance(
  field: string,
  input: AppearanceInput,
  errors: FieldErrors,
): Promise<CheckedAppearance | null> {
  if (input.method === 'typed') return { method: input.method, text: input.text, font: input.font }
  const bytes = Buffer.from(input.image.slice(input.image.indexOf(',') + 1), 'base64')
  const pngOrError = await redraw(bytes)
  if (pngOrError instanceof Uint8Array) return { method: input.method, png: pngOrError }
  errors[`${field}.image`] = [pngOrError]
  return null
}

/** The hash of the image; null of none, or of typed text. */
export function hashImage(appearance: CheckedAppearance | null): string | null {
  return appearance?.png ? sha256Hex(appearance.png) : null
}

/** Stores an image; the signer's row refers to it by hash. */
export async function storeAppearance(
  tenantId: number,
  appearance: CheckedAppearance,
): Promise<GivenSignature> {
  const { method, text, font, png } = appearance
  if (!png) return { method, text, ...(font && { font }) }
  const { sha256 } = await putBytes(tenantId, png)
  return { method, imageSha256: sha256 }
}

async function redraw(bytes: Buffer): Promise<Uint8Array | ErrorText> {
  if (bytes.length > MAX_BYTES)
    return errorText('signing.pictureTooManyBytes', { limit: MAX_BYTES / 1_000_000 })
  const size = readPngSize(bytes)
  if (!size) return errorText('signing.pictureNotPng')
  const { width, height } = size
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    return errorText('signing.pictureTooManyPixels', {
      width: MAX_SIDE,
      height: MAX_SIDE,
      limit: MAX_PIXELS / 1_000_000,
    })
  }
  if (!(await isWholePng(bytes))) return errorText('signing.pictureDamaged')
  try {
    const picture = await loadUpright(bytes)
    const canvas = createCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')
    context.drawImage(picture, 0, 0)
    if (isBlank(context.getImageData(0, 0, canvas.width, canvas.height).data)) {
      return errorText('signing.pictureBlank')
    }
    return new Uint8Array(await canvas.encode('png'))
  } catch {
    return errorText('signing.pictureUnreadable')
  }
}

/** Whether the image is blank on white: transparent, white, or a single colour. */
function isBlank(pixels: Uint8ClampedArray): boolean {
  const lowest = [255, 255, 255]
  const highest = [0, 0, 0]
  for (let offset = 0; offset < pixels.length; offset += 4) {
    for (let channel = 0; channel < 3; channel++) {
      const channelValue = 255 - ((255 - pixels[offset + channel]!) * pixels[offset + 3]!) / 255
      if (channelValue < lowest[channel]!) lowest[channel] = channelValue
      if (channelValue > highest[channel]!) highest[channel] = channelValue
    }
  }
  return highest.every((value, channel) => value - lowest[channel]! < MIN_CONTRAST)
}
