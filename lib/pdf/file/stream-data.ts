import { readSource } from './source.ts'
import { readEntries, xrefChain } from './xref.ts'
import { isInPlace, XRefError } from './xref-section.ts'

/** The head of an object (ISO 32000-2, 7.3.10). */
const objectHead = /^\s*\d+\s+\d+\s+obj/
/** Longest white space and keywords around the data of a stream. */
const maxKeywordBytes = 64

/** What readers that search a damaged file for objects go by. */
const objectTrace = /\d\W*obj|endobj|trailer/

/**
 * Leaves out those offsets that are in the data of an embedded file (ISO 32000-2, 7.11.4), as a PDF that is attached has
 * signatures and trailers of its own, or of another stream in which no reader finds an object.
 * @param offsets ascending
 */
export function outsideStreamData(file: Buffer, offsets: readonly number[]): number[] {
  if (offsets.length === 0) return []
  const starts = listStarts(file)
  let next = 0
  let data: Extent | null = null
  return offsets.filter((offset) => {
    const first = next
    while (next < starts.length && starts[next]! <= offset) next++
    // Up to the next one: what any section takes for an object is no data.
    if (next > first) data = findData(file, starts[next - 1]!, starts[next] ?? file.length)
    return !data || offset < data.start || offset >= data.end
  })
}

/** Characters that are read for a /ByteRange: far more than four numbers need. */
const maxByteRangeLength = 120

/** The numbers of a /ByteRange (ISO 32000-2, 12.8.1) at this offset; null where it is anything else. */
export function readByteRange(file: Buffer, offset: number): number[] | null {
  const text = file.toString('latin1', offset, offset + maxByteRangeLength)
  const numbers = /^\/ByteRange\s*\[\s*([\d\s]+?)\s*\]/.exec(text)?.[1]
  return numbers?.split(/\s+/).map(Number) ?? null
}

/**
 * Leaves out those offsets of /ByteRange that are no signature's of this file, as `outsideStreamData` does. One that
 * leaves out a hexadecimal string of the file is a signature's in any case: another section may declare a stream that
 * reaches over it.
 * @param offsets ascending
 */
export function listOwnByteRanges(file: Buffer, offsets: readonly number[]): number[] {
  const outside = new Set(outsideStreamData(file, offsets))
  const hexEnds = new Map<number, number>()
  const leavesOutHex = (offset: number) => {
    const [start = 0, length = 0, end = 0] = readByteRange(file, offset) ?? []
    const gapStart = start + length
    if (file[gapStart] !== 0x3c || file[end - 1] !== 0x3e) return false
    const known = hexEnds.get(gapStart) ?? findHexEnd(file, gapStart)
    hexEnds.set(gapStart, known)
    return known === end
  }
  return offsets.filter((offset) => outside.has(offset) || leavesOutHex(offset))
}

const hexCharacters = Buffer.from('0123456789abcdefABCDEF\0\t\n\f\r ')
const isHexCharacter = Uint8Array.from({ length: 256 }, (_, byte) => Number(hexCharacters.includes(byte)))

/** Where the hexadecimal string (ISO 32000-2, 7.3.4.3) ends that starts at `start`; -1 when there is none. */
function findHexEnd(file: Buffer, start: number): number {
  let offset = start + 1
  while (offset < file.length && isHexCharacter[file[offset]!]) offset++
  return file[offset] === 0x3e ? offset + 1 : -1
}

/** Offsets in a file. */
interface Extent {
  start: number
  end: number
}

/** The offsets of all cross-reference sections and their objects, ascending; none where a section cannot be read. */
function listStarts(file: Buffer): number[] {
  try {
    const sections = xrefChain(file) ?? []
    const objects = sections
      .flatMap((section) => readEntries(file, section))
      .flatMap((entry) => (entry.type === 'offset' && isInPlace(file, entry) ? [entry.offset] : []))
    return [...new Set([...sections.map(({ at }) => at), ...objects])].sort((a, b) => a - b)
  } catch (error) {
    if (error instanceof XRefError) return []
    throw error
  }
}

/** The data of the stream between these offsets that says nothing of the file; null when there is none. */
function findData(file: Buffer, objectStart: number, objectEnd: number): Extent | null {
  const object = file.subarray(objectStart, objectEnd)
  const head = objectHead.exec(object.toString('latin1', 0, maxKeywordBytes))?.[0]
  const dictionary = head === undefined ? null : readSource(object, head.length)
  if (dictionary?.kind !== 'dict') return null
  const { entries, end: dictionaryEnd } = dictionary
  const keyword = /^\s*stream\r?\n/.exec(
    object.toString('latin1', dictionaryEnd, dictionaryEnd + maxKeywordBytes),
  )?.[0]
  // Only object streams have a first object (table 16).
  const isObjectStream = entries.some(({ key }) => key === 'First')
  if (!keyword || isObjectStream) return null
  const start = dictionaryEnd + keyword.length
  const isEmbeddedFile = entries.some(
    ({ key, value }) => key === 'Type' && value.kind === 'name' && value.name === 'EmbeddedFile',
  )
  const end = isEmbeddedFile ? findLastEnd(object) : findPlainEnd(object, start)
  return end === null ? null : { start: objectStart + start, end: objectStart + end }
}

/**
 * The end of a stream object with nothing but white space and comments behind it (ISO 32000-2, 7.2.4). What a comment contains is
 * still outside of the data, and counts.
 */
const lastEnd = /^endstream\s+endobj\s*(?:%[^\r\n]*(?:[\r\n]\s*|$))*$/

/** Where the data of an embedded file (table 44) ends: it may contain what looks like the end of a stream. */
function findLastEnd(object: Buffer): number | null {
  const end = object.lastIndexOf('endstream')
  return end >= 0 && lastEnd.test(object.toString('latin1', end)) ? end : null
}

/** Where data that begins at `start` ends for every reader; null when some may find objects in it. */
function findPlainEnd(object: Buffer, start: number): number | null {
  const end = object.indexOf('endstream', start)
  if (end < 0 || !/^endstream\s+endobj/.test(object.toString('latin1', end, end + maxKeywordBytes)))
    return null
  return objectTrace.test(object.toString('latin1', start, end)) ? null : end
}
