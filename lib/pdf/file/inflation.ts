import { Readable } from 'node:stream'
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib'
import { viewBytes } from '#lib/core/runtime/bytes'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import { readSource } from './source.ts'

/** Limits of inflated data, in bytes. */
interface InflationLimits {
  /** Of one stream. */
  stream: number
  /** Of all streams of a file together. */
  file: number
}

const mebibyte = 1024 * 1024
/** The cross-reference stream of a file with two million objects has 14 MB. */
export const inflationLimits: InflationLimits = { stream: 16 * mebibyte, file: 128 * mebibyte }

/** Shown to the person who uploaded the file. */
export const inflationMessage =
  'This PDF needs too much memory: a stream inflates to more than 16 MB, all streams to more than 128 MB, or its cross-reference stream has empty entries. Print it to a new PDF and upload that.'

/** Of a longer dictionary only the end is read. */
const maxDictionaryBytes = 64 * 1024
/** Longest gap between a dictionary and the keyword `stream`. */
const maxGapBytes = 256
/** Matches a /W with columns of zero bytes only (ISO 32000-2, 7.5.8.2), which can declare any number of objects. */
const zeroWidthEntries = /\/W\s*\[\s*0[0\s]*\]/
const comment = /%[^\r\n]*/g
/** The end of a dictionary, with white space and comments. */
const endsDictionary = />>(?:\s|%[^\r\n]*[\r\n])*$/
/**
 * Matches the dictionary of a cross-reference or object stream: by its type, a /W with whole numbers, or a /First that
 * is a number. Borders and fonts have another /W, outlines another /First.
 */
const structural = /\/(?:XRef|ObjStm)(?![A-Za-z])|\/W\s*\[[^[\]]*\]|\/First\s*\d+(?!\d|\s*\d+\s*R)/
/** The keys and types of `structural` and `zeroWidthEntries`. */
const structuralKey = /\/(?:XRef|ObjStm|W|First)(?![A-Za-z])/
const zlibHeaderBytes = 2
/** Streams that inflate to less are inflated in one call, which is faster. */
const maxOneCallBytes = 256 * 1024
const chunkBytes = 64 * 1024

/**
 * Whether the streams that PDF readers inflate when they open a file exceed the limits: cross-reference streams
 * (ISO 32000-2, 7.5.8) and object streams (7.5.7). Inflates one stream at a time and stops at the limit.
 * Cross-reference streams whose entries have no bytes always exceed it.
 *
 * Streams are found by the keyword and the text of the dictionary, so that damaged files are checked too. Filters
 * other than Flate are left to the memory limit of the thread.
 * @param options `everyStream`: checks all streams except images, not only those two kinds
 */
export async function inflatesTooMuch(
  bytes: Uint8Array,
  { everyStream = false, limits = inflationLimits } = {},
): Promise<boolean> {
  const rawBytes = viewBytes(bytes)
  let total = 0
  for (const { dictionaries, start } of streams(rawBytes)) {
    // With and without comments: a string may contain what looks like one.
    const texts = dictionaries.flatMap((dictionary) =>
      dictionary.includes('%') ? [dictionary, dictionary.replaceAll(comment, ' ')] : [dictionary],
    )
    if (texts.some((text) => zeroWidthEntries.test(text))) return true
    if (!dictionaries.some((dictionary) => hasKey(dictionary, 'Filter'))) continue
    const isStructural = texts.some((text) => structural.test(text))
    const isImage = dictionaries.every((dictionary) => /\/Subtype\s*\/Image\b/.test(dictionary))
    if (!isStructural && (!everyStream || isImage)) continue
    // Two compressions multiply the size; no writer needs them for these streams.
    if (isStructural && dictionaries.some((dictionary) => compressions(dictionary) > 1)) return true
    const size = await inflatedSize(rawBytes.subarray(start), Math.min(limits.stream, limits.file - total))
    if (size === null) return true
    total += size
  }
  return false
}

/**
 * Each stream's dictionary as text, two where it is not clear which one it is, and the offset of its data (7.3.8.1).
 */
function* streams(rawBytes: Buffer): Generator<{ dictionaries: string[]; start: number }> {
  let from = 0
  for (let offset = rawBytes.indexOf('stream'); offset !== -1; offset = rawBytes.indexOf('stream', from)) {
    const earliest = Math.max(from, offset - maxDictionaryBytes)
    from = offset + 'stream'.length
    if (!endsDictionary.test(rawBytes.toString('latin1', Math.max(earliest, offset - maxGapBytes), offset)))
      continue
    // Other objects may stand before the stream: the widths of a font are a /W, too.
    const textBefore = unescapeNames(rawBytes.toString('latin1', earliest, offset))
    const dictionaries = structuralKey.test(textBefore) ? findOwnDictionaries(textBefore) : [textBefore]
    let start = from
    // The keyword ends with CR LF or LF; some writers add a space before it.
    while (start < from + 3 && /\s/.test(String.fromCharCode(rawBytes[start] ?? 0))) start++
    yield { dictionaries, start }
  }
}

/** The head of an indirect object (7.3.10); the second pattern also matches comments, in which there is none. */
const objectHead = /\d\s+\d{1,5}\s+obj\b/g
const objectHeadOrComment = /\d\s+\d{1,5}\s+obj\b|%[^\r\n]*/g
const gapToEnd = /(?:\s|%[^\r\n]*[\r\n])*$/y

/**
 * The dictionary at the end of the text, with and without the objects in comments: the text may begin within a string,
 * where a per cent sign begins no comment.
 */
function findOwnDictionaries(text: string): string[] {
  const dictionary = ownDictionary(text, objectHead)
  return text.includes('%') ? [dictionary, ownDictionary(text, objectHeadOrComment)] : [dictionary]
}

/**
 * The dictionary at the end of the text: that of the last of the objects in it, which are read one after the other. The
 * whole text where they cannot be read.
 */
function ownDictionary(text: string, heads: RegExp): string {
  const textBytes = Buffer.from(text, 'latin1')
  heads.lastIndex = 0
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    if (head[0].startsWith('%')) continue
    const value = readSource(textBytes, heads.lastIndex)
    if (!value) return text
    gapToEnd.lastIndex = value.end
    if (gapToEnd.test(text)) return text.slice(value.start)
    heads.lastIndex = value.end
  }
  return text
}

/** Inflated length of zlib data, ignoring bytes after it; null when over `limit`, 0 when it is not zlib data. */
export async function inflatedSize(data: Buffer, limit: number): Promise<number | null> {
  // The header of RFC 1950: method 8 (deflate), and a check value that makes it a multiple of 31.
  const isZlib = ((data[0] ?? 0) & 0x0f) === 8 && data.subarray(0, 2).readUInt16BE() % 31 === 0
  if (!isZlib) return 0
  // Raw, without the checksum: readers use the data even where the checksum is wrong.
  const deflated = data.subarray(zlibHeaderBytes)
  return measureSmall(deflated, Math.min(limit, maxOneCallBytes)) ?? (await measureLarge(deflated, limit))
}

/** As `inflatedSize`; null when the result is longer than `limit`. */
function measureSmall(deflated: Buffer, limit: number): number | null {
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

/** Inflates in chunks, whose memory is freed one by one; null when the sum is over `limit`. */
async function measureLarge(deflated: Buffer, limit: number): Promise<number | null> {
  const options = { chunkSize: chunkBytes, finishFlush: constants.Z_SYNC_FLUSH }
  const inflate = Readable.from(copiedPieces(deflated)).pipe(createInflateRaw(options))
  let size = 0
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      size += piece.length
      detachBuffer(piece)
      if (size > limit) return null
    }
  } catch {
    // Damaged data: readers use what was inflated before the damage.
    return size
  }
  return size
}

/** Copies, because zlib may still read the last chunk in its own thread when the file's buffer is detached. */
function* copiedPieces(bytes: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += chunkBytes)
    yield Buffer.from(bytes.subarray(offset, offset + chunkBytes))
}

function hasKey(dictionary: string, key: string): boolean {
  return new RegExp(`/${key}(?![A-Za-z])`).test(dictionary)
}

function compressions(dictionary: string): number {
  return dictionary.match(/\/(FlateDecode|LZWDecode|RunLengthDecode|Fl|LZW|RL)\b/g)?.length ?? 0
}

/** Replaces `#57` by `W`: names may have any character as two hexadecimal digits (7.3.5). */
export function unescapeNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
