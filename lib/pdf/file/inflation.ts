import { Readable } from 'node:stream'
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib'
import { detachBuffer } from '#lib/core/detach-buffer'

/** What the streams of one file may inflate to, in bytes. */
interface InflationLimits {
  /** One stream. */
  stream: number
  /** All streams of the file together. */
  file: number
}

const mebibyte = 1024 * 1024
/** The cross-reference stream of two million objects has 14 MB. */
export const inflationLimits: InflationLimits = { stream: 16 * mebibyte, file: 128 * mebibyte }

/** For the person who handed the file in. */
export const inflationMessage =
  'This PDF would fill the memory of a reader: its streams inflate to more than 16 MB each or 128 MB in all, or its cross-reference stream has entries of no bytes. Print it to a new PDF first.'

/** A dictionary that is longer than this is cut at its beginning. */
const maxDictionaryBytes = 64 * 1024
/** Between a dictionary and the keyword `stream`. */
const maxGapBytes = 256
/** A cross-reference stream without a byte an entry (ISO 32000-2, 7.5.8.2) may name any number of objects. */
const emptyEntries = /\/W\s*\[\s*0[0\s]*\]/
/** White space and comments may follow it. */
const endsDictionary = />>(?:\s|%[^\r\n]*[\r\n])*$/
const zlibHeaderBytes = 2
/** Most streams are no larger. */
const smallBytes = 256 * 1024
const pieceBytes = 64 * 1024

/**
 * Whether the streams that a PDF reader inflates whole as soon as it opens the file exceed the limits: cross-reference
 * streams (ISO 32000-2, 7.5.8) and object streams (7.5.7). Inflates one at a time and stops at the limit.
 * A cross-reference stream whose entries take no bytes counts as too much: it names as many as it likes.
 * `everyText`: content and form streams too, in fact all that are not images.
 *
 * Streams are found by their keyword and judged by the text of their dictionary, so that a damaged file is judged as
 * well. Filters other than Flate are left to the limits of the thread.
 */
export async function inflatesTooMuch(
  bytes: Uint8Array,
  { everyText = false, limits = inflationLimits } = {},
): Promise<boolean> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let total = 0
  for (const { dictionary, start } of streams(raw)) {
    if (emptyEntries.test(dictionary)) return true
    if (!names(dictionary, 'Filter')) continue
    const isStructural = names(dictionary, 'W', 'First')
    if (!isStructural && (!everyText || /\/Subtype\s*\/Image\b/.test(dictionary))) continue
    // One compression over another multiplies it: no writer of such streams needs two.
    if (isStructural && compressions(dictionary) > 1) return true
    const size = await inflatedSize(raw.subarray(start), Math.min(limits.stream, limits.file - total))
    if (size === null) return true
    total += size
  }
  return false
}

/** The text of each stream's dictionary, and where its data starts (7.3.8.1). */
function* streams(raw: Buffer): Generator<{ dictionary: string; start: number }> {
  let from = 0
  for (let at = raw.indexOf('stream'); at !== -1; at = raw.indexOf('stream', from)) {
    const earliest = Math.max(from, at - maxDictionaryBytes)
    from = at + 'stream'.length
    if (!endsDictionary.test(raw.toString('latin1', Math.max(earliest, at - maxGapBytes), at))) continue
    const dictionary = unescapeNames(raw.toString('latin1', earliest, at))
    let start = from
    while (start < from + 3 && /\s/.test(String.fromCharCode(raw[start] ?? 0))) start++
    yield { dictionary, start }
  }
}

/** Bytes that zlib data inflates to, whatever follows it; null when more than `limit`, 0 for what is not such data. */
async function inflatedSize(data: Buffer, limit: number): Promise<number | null> {
  const isZlib = ((data[0] ?? 0) & 0x0f) === 8 && data.subarray(0, 2).readUInt16BE() % 31 === 0
  if (!isZlib) return 0
  // Without the checksum: readers take what they got when it is wrong.
  const deflated = data.subarray(zlibHeaderBytes)
  return sizeOfSmall(deflated, Math.min(limit, smallBytes)) ?? (await sizeOfLarge(deflated, limit))
}

function sizeOfSmall(deflated: Buffer, limit: number): number | null {
  try {
    const options = { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH }
    const inflated = inflateRawSync(deflated, options)
    const { length } = inflated
    detachBuffer(inflated)
    return length
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : 0
  }
}

/** Piece by piece: as a whole the result would be garbage of the limit's size, which a thread collects late. */
async function sizeOfLarge(deflated: Buffer, limit: number): Promise<number | null> {
  const options = { chunkSize: pieceBytes, finishFlush: constants.Z_SYNC_FLUSH }
  const inflate = Readable.from(copiedPieces(deflated)).pipe(createInflateRaw(options))
  let size = 0
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      size += piece.length
      detachBuffer(piece)
      if (size > limit) return null
    }
  } catch {
    return size
  }
  return size
}

/** zlib may still read the last one in a thread of its own when the memory of the file is given back. */
function* copiedPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield Buffer.from(bytes.subarray(at, at + pieceBytes))
}

function names(dictionary: string, ...keys: string[]): boolean {
  return keys.some((key) => new RegExp(`/${key}(?![A-Za-z])`).test(dictionary))
}

function compressions(dictionary: string): number {
  return dictionary.match(/\/(FlateDecode|LZWDecode|RunLengthDecode|Fl|LZW|RL)\b/g)?.length ?? 0
}

/** `/#57` is `/W` (7.3.5). */
function unescapeNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
