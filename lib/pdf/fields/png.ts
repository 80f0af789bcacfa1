import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'

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
export function pngSize(png: Uint8Array): PngSize | null {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
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
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const size = pngSize(bytes)
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
export function imageData(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let offset = SIGNATURE.length; offset + 12 <= bytes.length; ) {
    const end = offset + 8 + bytes.readUInt32BE(offset)
    if (end + 4 > bytes.length || crc32(bytes.subarray(offset + 4, end)) !== bytes.readUInt32BE(end))
      return null
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (type === 'IEND') return Buffer.concat(parts)
    if (type === 'IDAT') parts.push(bytes.subarray(offset + 8, end))
    offset = end + 4
  }
  return null
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
