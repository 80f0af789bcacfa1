import { viewBytes } from '#lib/core/runtime/bytes'
import { type ExifData, readExif } from './exif.ts'
import type { Resolution } from './page-layout.ts'

/** A complete JPEG file that can be embedded as it is (ISO 32000-2, 7.4.8). */
export interface Jpeg extends ExifData {
  width: number
  height: number
  /** Colour components: 1 (grey), 3 (colour) or 4 (CMYK). */
  components: number
  /** The file without its metadata, such as the place where a photo was taken. */
  data: Buffer
  /** Adobe programs store CMYK inverted. */
  isAdobe: boolean
  /** The same with the ICC profile of its colours; null when it has none. */
  dataWithProfile: Buffer | null
}

/** The second byte of markers (ISO/IEC 10918-1, table B.1); the first is 0xff. */
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const FIRST_RESTART = 0xd0
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const COMMENT = 0xfe
/** Baseline, extended sequential and progressive frames: the ones that every PDF reader decodes. */
const decodableFrames = [0xc0, 0xc1, 0xc2]
/** Lossless, hierarchical and arithmetic frames. */
const otherFrames = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff
}

/** Reads the segments of a JPEG file (ISO/IEC 10918-1, B.1); null when it is cut off, damaged or of a rare kind. */
export function readJpeg(file: Uint8Array): Jpeg | null {
  const bytes = viewBytes(file)
  const jpeg: Jpeg = {
    width: 0,
    height: 0,
    components: 0,
    orientation: 1,
    resolution: null,
    isAdobe: false,
    dataWithProfile: null,
    data: Buffer.alloc(0),
  }
  const keptSegments = [bytes.subarray(0, 2)]
  const segmentsWithProfile = [...keptSegments]
  let hasScan = false
  let offset = 2
  while (offset + 4 <= bytes.length || bytes[offset + 1] === END) {
    const marker = bytes[offset + 1]!
    if (bytes[offset] !== 0xff) return null
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === END) {
      const isComplete = hasScan && jpeg.width > 0 && jpeg.height > 0 && [1, 3, 4].includes(jpeg.components)
      if (!isComplete) return null
      const end = bytes.subarray(offset, offset + 2)
      const hasProfile = segmentsWithProfile.length > keptSegments.length
      return {
        ...jpeg,
        data: Buffer.concat([...keptSegments, end]),
        dataWithProfile: hasProfile ? Buffer.concat([...segmentsWithProfile, end]) : null,
      }
    }
    const segmentEnd = offset + 2 + bytes.readUInt16BE(offset + 2)
    if (segmentEnd > bytes.length || otherFrames.includes(marker)) return null
    const segment = bytes.subarray(offset + 4, segmentEnd)
    if (decodableFrames.includes(marker) && !readFrame(jpeg, segment)) return null
    readMetadata(jpeg, marker, segment)
    const end = marker === SCAN ? scanEnd(bytes, segmentEnd) : segmentEnd
    hasScan ||= marker === SCAN && end > segmentEnd
    const isKept = !isMetadata(marker)
    if (isKept) keptSegments.push(bytes.subarray(offset, end))
    if (isKept || isProfile(marker, segment)) segmentsWithProfile.push(bytes.subarray(offset, end))
    offset = end
  }
  return null
}

/** Reads size and number of components into `jpeg`; false for samples of more than 8 bits or a second frame. */
function readFrame(jpeg: Jpeg, segment: Buffer): boolean {
  if (segment.length < 6 || segment[0] !== 8 || jpeg.components > 0) return false
  jpeg.height = segment.readUInt16BE(1)
  jpeg.width = segment.readUInt16BE(3)
  jpeg.components = segment[5]!
  return true
}

/** The application segments that decoding does not need, and comments. */
function isMetadata(marker: number): boolean {
  return (marker > APP0 && marker < 0xf0 && marker !== APP14) || marker === COMMENT
}

/** Whether a segment is part of an ICC profile (ICC.1:2022, B.4). */
function isProfile(marker: number, segment: Buffer): boolean {
  return marker === APP2 && segment.toString('latin1', 0, 12) === 'ICC_PROFILE\0'
}

/** Reads resolution, orientation and the mark of Adobe programs into `jpeg`. */
function readMetadata(jpeg: Jpeg, marker: number, segment: Buffer): void {
  if (marker === APP0 && segment.toString('latin1', 0, 5) === 'JFIF\0' && segment.length >= 12)
    jpeg.resolution ??= readJfifResolution(segment)
  if (marker === APP1 && segment.toString('latin1', 0, 6) === 'Exif\0\0') {
    const exif = readExif(segment.subarray(6))
    jpeg.orientation = exif.orientation
    jpeg.resolution = exif.resolution ?? jpeg.resolution
  }
  if (marker === APP14 && segment.toString('latin1', 0, 5) === 'Adobe') jpeg.isAdobe = true
}

/** The resolution of a JFIF segment (ISO/IEC 10918-5, 10.1); null when it has none. */
function readJfifResolution(segment: Buffer): Resolution | null {
  const [unit, x, y] = [segment[7]!, segment.readUInt16BE(8), segment.readUInt16BE(10)]
  if (x === 0 || y === 0 || unit > 2) return null
  const perInch = unit === 2 ? 2.54 : 1
  return { x: x * perInch, y: y * perInch, unit: unit === 0 ? null : 'inch' }
}

/**
 * The position of the marker after the entropy-coded data, which escapes 0xff as 0xff00, and has restart markers. Fill
 * bytes (0xff) may precede any marker.
 */
function scanEnd(bytes: Buffer, start: number): number {
  let offset = bytes.indexOf(0xff, start)
  while (offset >= 0 && offset + 1 < bytes.length) {
    const next = bytes[offset + 1]!
    if (next === 0xff) {
      offset += 1
      continue
    }
    const isData = next === 0 || (next >= FIRST_RESTART && next < START)
    if (!isData) return offset
    offset = bytes.indexOf(0xff, offset + 2)
  }
  return bytes.length
}
