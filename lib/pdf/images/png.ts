import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { viewBytes } from '#lib/core/runtime/bytes'
import { type ExifData, readExif } from './exif.ts'
import type { Resolution } from './page-layout.ts'

/** Pixels. */
interface PngSize {
  width: number
  height: number
}

const inflateAll = promisify(inflate)
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Samples per pixel by colour type (ISO/IEC 15948, 11.2.1). */
const samplesPerPixel: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** First column and row, and the steps, of the seven passes of Adam7 (ISO/IEC 15948, 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/**
 * Width and height from the IHDR chunk (ISO/IEC 15948, 11.2.1), before anything is decoded; null when there is none.
 */
export function readPngSize(png: Uint8Array): PngSize | null {
  const bytes = viewBytes(png)
  const isPng = bytes.subarray(0, 8).equals(SIGNATURE)
  if (!isPng || bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width > 0 && height > 0 ? { width, height } : null
}

/**
 * Whether a PNG is complete: every chunk up to IEND is present with a correct CRC (ISO/IEC 15948, 5.3), and the
 * image data inflates to exactly the rows that the header promises. Decoders would show missing rows as transparent
 * or grey.
 */
export async function isWholePng(png: Uint8Array): Promise<boolean> {
  const bytes = viewBytes(png)
  const size = readPngSize(bytes)
  const data = size && imageData(bytes)
  if (!data) return false
  const expected = filteredLength(size, bytes[24]!, bytes[25]!, bytes[28]! === 1)
  try {
    return (await inflateAll(data, { maxOutputLength: expected + 1 })).length === expected
  } catch {
    return false
  }
}

/** The concatenated IDAT chunks; null when a chunk is cut off or damaged, or IEND is missing. */
function imageData(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (const { type, start, end } of chunks(bytes)) {
    if (end > bytes.length || crc32(bytes.subarray(start + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return null
    if (type === 'IEND') return Buffer.concat(parts)
    if (type === 'IDAT') parts.push(bytes.subarray(start + 8, end - 4))
  }
  return null
}

/** The chunks (ISO/IEC 15948, 5.3), each with its length and CRC; the last may end after the file. */
function* chunks(bytes: Buffer): Generator<{ type: string; start: number; end: number }> {
  for (let start = SIGNATURE.length; start + 12 <= bytes.length; ) {
    const end = start + 12 + bytes.readUInt32BE(start)
    yield { type: bytes.toString('latin1', start + 4, start + 8), start, end }
    start = end
  }
}

/** Length in bytes of the filtered rows, each with its filter type (ISO/IEC 15948, 7.2, 9.1). */
function filteredLength({ width, height }: PngSize, depth: number, colourType: number, interlaced: boolean) {
  const bits = depth * (samplesPerPixel[colourType] ?? 0)
  const rowsLength = (columns: number, count: number) =>
    columns > 0 ? count * (1 + Math.ceil((columns * bits) / 8)) : 0
  if (!interlaced) return rowsLength(width, height)
  return passes.reduce((sum, [left, top, stepX, stepY]) => {
    return sum + rowsLength(Math.ceil((width - left) / stepX), Math.max(0, Math.ceil((height - top) / stepY)))
  }, 0)
}

/** A complete PNG file whose compressed rows can be embedded as they are (ISO 32000-2, 7.4.4.4). */
export interface PlainPng {
  width: number
  height: number
  bitsPerSample: number
  /** Samples per pixel: 3 for colours, 1 for grey and for palettes. */
  samples: number
  /** Three bytes a colour; null for images without a palette. */
  palette: Buffer | null
  /** The zlib stream of the filtered rows. */
  data: Buffer
}

const GREY = 0
const COLOUR = 2
const PALETTE = 3
/** The bits per sample of each colour type (ISO/IEC 15948, 11.2.1). */
const depths: Record<number, number[]> = {
  [GREY]: [1, 2, 4, 8, 16],
  [COLOUR]: [8, 16],
  [PALETTE]: [1, 2, 4, 8],
}
const METRES_PER_INCH = 0.0254

/** The data of the chunk of a type before the image data; null when there is none. */
function findChunk(bytes: Buffer, keyword: string): Buffer | null {
  for (const { type, start, end } of chunks(bytes)) {
    if (type === keyword) return bytes.subarray(start + 8, end - 4)
    if (type === 'IDAT') return null
  }
  return null
}

/**
 * How a complete PNG is displayed: the orientation of its Exif data (PNG 3, 11.3.4.5), and its resolution, by itself
 * (11.3.4.3) or by these.
 */
export function readPngDisplay(png: Uint8Array): ExifData {
  const bytes = viewBytes(png)
  const exif = readExif(findChunk(bytes, 'eXIf') ?? Buffer.alloc(0))
  return { ...exif, resolution: readResolution(bytes) ?? exif.resolution }
}

function readResolution(bytes: Buffer): Resolution | null {
  const chunk = findChunk(bytes, 'pHYs')
  if (chunk?.length !== 9 || chunk[8]! > 1) return null
  const isPerMetre = chunk[8] === 1
  const valueAt = (offset: number) => {
    const value = chunk.readUInt32BE(offset)
    return isPerMetre ? Math.round(value * METRES_PER_INCH) : value
  }
  const [x, y] = [valueAt(0), valueAt(4)]
  return x > 0 && y > 0 ? { x, y, unit: isPerMetre ? 'inch' : null } : null
}

/**
 * A complete PNG without its ICC profile, gamma and primaries (PNG 3, 11.3.2); null when it has none, or says that its
 * colours are those of sRGB.
 */
export function withoutColourSpace(png: Uint8Array): Buffer | null {
  const bytes = viewBytes(png)
  const names = findChunk(bytes, 'sRGB') ? ['iCCP'] : ['iCCP', 'gAMA', 'cHRM']
  if (names.every((name) => !findChunk(bytes, name))) return null
  const kept = [...chunks(bytes)].filter(({ type }) => !names.includes(type))
  return Buffer.concat([SIGNATURE, ...kept.map(({ start, end }) => bytes.subarray(start, end))])
}

/** The parts of a complete PNG without transparency and interlacing; null for others, which have to be decoded. */
export function readPlainPng(png: Uint8Array): PlainPng | null {
  const bytes = viewBytes(png)
  const [size, data] = [readPngSize(bytes), imageData(bytes)]
  const [bitsPerSample, colourType, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!]
  if (!size || !data || interlace !== 0 || findChunk(bytes, 'tRNS')) return null
  if (!depths[colourType]?.includes(bitsPerSample)) return null
  const palette = colourType === PALETTE ? findChunk(bytes, 'PLTE') : null
  const isMissing = !palette || palette.length === 0 || palette.length % 3 !== 0
  if (colourType === PALETTE && isMissing) return null
  return { ...size, bitsPerSample, samples: colourType === COLOUR ? 3 : 1, palette, data }
}
