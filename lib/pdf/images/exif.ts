import type { Resolution } from './page-layout.ts'

/** What the camera or scanner says about an image. */
export interface ExifData {
  /** How the stored rows and columns are displayed: 1 to 8 (Exif 2.32, 4.6.4, tag 274). */
  orientation: number
  /** Null when unknown. */
  resolution: Resolution | null
}

const ORIENTATION = 274
const X_RESOLUTION = 282
const Y_RESOLUTION = 283
const RESOLUTION_UNIT = 296
const CENTIMETRE = 3
const CENTIMETRES_PER_INCH = 2.54

/** Reads the first directory of the TIFF structure in an Exif segment; defaults where it is damaged. */
export function readExif(tiff: Buffer): ExifData {
  const values = readDirectory(tiff)
  const orientation = values.get(ORIENTATION) ?? 1
  const [x, y] = [values.get(X_RESOLUTION), values.get(Y_RESOLUTION)]
  const unitsPerInch = values.get(RESOLUTION_UNIT) === CENTIMETRE ? CENTIMETRES_PER_INCH : 1
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    resolution: x && y ? { x: x * unitsPerInch, y: y * unitsPerInch, unit: 'inch' } : null,
  }
}

const SHORT = 3
const RATIONAL = 5
const ENTRY_BYTES = 12

/** The entries of type SHORT and RATIONAL by their tags. */
function readDirectory(tiff: Buffer): Map<number, number> {
  const values = new Map<number, number>()
  // II (Intel): little-endian; MM (Motorola): big-endian.
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return values
  const uint16 = (offset: number) => (order === 'II' ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const uint32 = (offset: number) => (order === 'II' ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset))
  const start = uint32(4)
  if (start + 2 > tiff.length) return values
  const count = uint16(start)
  for (let offset = start + 2; offset < start + 2 + count * ENTRY_BYTES; offset += ENTRY_BYTES) {
    if (offset + ENTRY_BYTES > tiff.length) break
    const [tag, type] = [uint16(offset), uint16(offset + 2)]
    if (type === SHORT) values.set(tag, uint16(offset + 8))
    const valueAt = uint32(offset + 8)
    if (type === RATIONAL && valueAt + 8 <= tiff.length)
      values.set(tag, uint32(valueAt) / (uint32(valueAt + 4) || 1))
  }
  return values
}
