import { imageData, pngSize } from '../fields/png.ts'

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

/** The chunk of a type (ISO/IEC 15948, 5.3) before the image data; null when there is none. */
function chunkOf(bytes: Buffer, keyword: string): Buffer | null {
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const [length, type] = [bytes.readUInt32BE(offset), bytes.toString('latin1', offset + 4, offset + 8)]
    if (type === keyword) return bytes.subarray(offset + 8, offset + 8 + length)
    if (type === 'IDAT') return null
    offset += 12 + length
  }
  return null
}

/** The resolution of a complete PNG in pixels per inch; null when unknown (ISO/IEC 15948, 11.3.5.3). */
export function pngDpi(png: Uint8Array): number | null {
  const chunk = chunkOf(Buffer.from(png.buffer, png.byteOffset, png.byteLength), 'pHYs')
  if (chunk?.length !== 9 || chunk[8] !== 1) return null
  const [x, y] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)]
  return x > 0 && x === y ? Math.round(x * METRES_PER_INCH) : null
}

/** The parts of a complete PNG without transparency and interlacing; null for others, which have to be decoded. */
export function readPlainPng(png: Uint8Array): PlainPng | null {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const [size, data] = [pngSize(bytes), imageData(bytes)]
  const [bitsPerSample, colourType, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!]
  if (!size || !data || interlace !== 0 || chunkOf(bytes, 'tRNS')) return null
  if (!depths[colourType]?.includes(bitsPerSample)) return null
  const palette = colourType === PALETTE ? chunkOf(bytes, 'PLTE') : null
  const isMissing = !palette || palette.length === 0 || palette.length % 3 !== 0
  if (colourType === PALETTE && isMissing) return null
  return { ...size, bitsPerSample, samples: colourType === COLOUR ? 3 : 1, palette, data }
}
