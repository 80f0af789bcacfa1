import { PDF, PdfArray, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core'
import { operands } from '../fields/drawing.ts'
import { dict, numberArray } from '../file/objects.ts'
import { decodeToRgb, hasOwnColours, redraw } from './decode.ts'
import { imageStream } from './image-stream.ts'
import { isJpeg, type Jpeg, readJpeg } from './jpeg.ts'
import { placement, turnsSideways } from './orientation.ts'
import { type PageLayout, pageLayout, type Resolution, withSquarePixels } from './page-layout.ts'
import {
  isWholePng,
  type PlainPng,
  readPlainPng,
  readPngDisplay,
  readPngSize,
  withoutColourSpace,
} from './png.ts'

/**
 * A PDF, or why none is made. The message is for the person who uploaded the image; `jpegPixels` are those of a whole JPEG
 * that has too many.
 */
export type ImagePdf =
  | { ok: true; bytes: Uint8Array; layout: PageLayout }
  | { ok: false; reason: 'corrupt' | 'too_many_pixels'; message: string; jpegPixels?: number }

export const damagedImage = {
  ok: false,
  reason: 'corrupt',
  message: 'This image is damaged or cut off. Save it again as PNG or JPEG.',
} as const

/** A page of A4 with 600 pixels per inch has 35 megapixels. */
const MAX_PIXELS = 40_000_000

/** An image XObject (ISO 32000-2, 8.9.5), and how it is displayed. */
interface ReadImage {
  stream: PdfStream
  width: number
  height: number
  orientation: number
  resolution: Resolution | null
}

/** Whether the bytes are a PNG or JPEG, by their signature. */
export function isImage(bytes: Uint8Array): boolean {
  return isJpeg(bytes) || readPngSize(bytes) !== null
}

/**
 * Makes a PDF of one page of a PNG or JPEG. The compressed data is embedded as it is, except of PNG files with
 * transparency or interlacing, and of images in other colours than those of sRGB, which few readers show alike. Limits
 * are checked before anything is decompressed.
 */
export async function imageToPdf(bytes: Uint8Array): Promise<ImagePdf> {
  const image = isJpeg(bytes) ? await readJpegImage(bytes) : await readPngImage(bytes)
  if (!image) return damagedImage
  if ('reason' in image) return image
  const { width, height, dpi } = withSquarePixels(image, image.resolution)
  const displayed = turnsSideways(image.orientation) ? { width: height, height: width } : { width, height }
  const layout = pageLayout({ ...displayed, dpi })
  return { ok: true, bytes: await makePdf(image, layout), layout }
}

type ReadResult = ReadImage | Extract<ImagePdf, { ok: false }> | null

const tooManyPixels = {
  ok: false,
  reason: 'too_many_pixels',
  message: `This image has more than ${MAX_PIXELS / 1_000_000} megapixels. Make it smaller and upload it again.`,
} as const

async function readJpegImage(bytes: Uint8Array): Promise<ReadResult> {
  const jpeg = readJpeg(bytes)
  if (!jpeg) return null
  const jpegPixels = jpeg.width * jpeg.height
  if (jpegPixels > MAX_PIXELS) return { ...tooManyPixels, jpegPixels }
  const stream = jpegStream((await inSrgb(jpeg)) ?? jpeg)
  return { ...jpeg, stream }
}

async function readPngImage(bytes: Uint8Array): Promise<ReadResult> {
  const size = readPngSize(bytes)
  if (!size) return null
  if (size.width * size.height > MAX_PIXELS) return tooManyPixels
  if (!(await isWholePng(bytes))) return null
  const isDrawn = await hasOwnColours(bytes, withoutColourSpace(bytes))
  const plainPng = isDrawn ? null : readPlainPng(bytes)
  const stream = plainPng ? pngStream(plainPng) : await decodedStream(bytes, size)
  return stream && { ...size, ...readPngDisplay(bytes), stream }
}

/** A JPEG in sRGB, with rows and columns as they are stored; null where its profile gives it no other colours. */
async function inSrgb({ data, dataWithProfile }: Jpeg): Promise<Jpeg | null> {
  if (!dataWithProfile || !(await hasOwnColours(dataWithProfile, data))) return null
  const redrawn = await redraw(dataWithProfile, 'jpeg')
  return redrawn && readJpeg(redrawn.bytes)
}

export interface EmbeddableImage {
  format: 'png' | 'jpeg'
  bytes: Uint8Array
  width: number
  height: number
}

/**
 * A whole PNG or JPEG within the limit of pixels, without the metadata of a photo, and upright and in sRGB as these
 * say; null for other bytes.
 */
export async function embeddableImage(bytes: Uint8Array): Promise<EmbeddableImage | null> {
  const jpeg = isJpeg(bytes) ? readJpeg(bytes) : null
  const size = jpeg ?? readPngSize(bytes)
  if (!size || size.width * size.height > MAX_PIXELS) return null
  if (!jpeg && !(await isWholePng(bytes))) return null
  const format = jpeg ? 'jpeg' : 'png'
  const { orientation } = jpeg ?? readPngDisplay(bytes)
  const withoutProfile = jpeg ? jpeg.dataWithProfile && jpeg.data : withoutColourSpace(bytes)
  if (orientation > 1 || (await hasOwnColours(bytes, withoutProfile))) {
    const redrawn = await redraw(bytes, format)
    return redrawn && { format, ...redrawn }
  }
  return { format, bytes: jpeg?.data ?? bytes, width: size.width, height: size.height }
}

function jpegStream({ width, height, components, isAdobe, data }: Jpeg): PdfStream {
  const colourSpace = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }[components]!
  const stream = imageStream({ width, height }, { filter: 'DCTDecode', colourSpace }, data)
  if (components === 4 && isAdobe) stream.set('Decode', numberArray([1, 0, 1, 0, 1, 0, 1, 0]))
  return stream
}

function pngStream({ bitsPerSample, samples, palette, data, ...size }: PlainPng): PdfStream {
  const colourSpace = samples === 3 || palette ? 'DeviceRGB' : 'DeviceGray'
  const stream = imageStream(size, { filter: 'FlateDecode', colourSpace }, data)
  const parameters = { Predictor: 15, Colors: samples, BitsPerComponent: bitsPerSample, Columns: size.width }
  stream.set('DecodeParms', dict(parameters))
  stream.set('BitsPerComponent', PdfNumber.of(bitsPerSample))
  if (palette) {
    const lastColour = PdfNumber.of(palette.length / 3 - 1)
    const indexed = [PdfName.of('Indexed'), PdfName.of(colourSpace), lastColour, PdfString.fromBytes(palette)]
    stream.set('ColorSpace', new PdfArray(indexed))
  }
  return stream
}

async function decodedStream(
  png: Uint8Array,
  size: { width: number; height: number },
): Promise<PdfStream | null> {
  const deflated = await decodeToRgb(png, size)
  return deflated && imageStream(size, { filter: 'FlateDecode', colourSpace: 'DeviceRGB' }, deflated)
}

function makePdf({ stream, orientation }: ReadImage, layout: PageLayout): Promise<Uint8Array> {
  const pdf = PDF.create()
  const page = pdf.addPage({ width: layout.width, height: layout.height })
  const content = `q ${operands(placement(orientation, layout.image))} cm /Image Do Q`
  page.dict.set('MediaBox', numberArray([0, 0, layout.width, layout.height]))
  page.dict.set('Resources', dict({ XObject: dict({ Image: pdf.context.register(stream) }) }))
  page.dict.set('Contents', pdf.context.register(new PdfStream([], Buffer.from(content))))
  return pdf.save()
}
