import { inflateSync } from 'node:zlib'
import { readSource, type Source, skipWhiteSpace } from './source.ts'

/** A cross-reference entry (ISO 32000-2, table 18): free, at an offset, or in an object stream. */
export type XRefEntry =
  | { number: number; type: 'free'; generation: number }
  | { number: number; type: 'offset'; generation: number; offset: number }
  | { number: number; type: 'packed'; generation: 0; stream: number; index: number }

type Dictionary = Source & { kind: 'dict' }

/** One cross-reference section. */
export interface XRefSection {
  kind: 'table' | 'stream'
  /** Offset of its first character, after any white space that an offset to it may name. */
  at: number
  /** The trailer's or the stream's dictionary. */
  trailer: Dictionary
  prev: number | undefined
  xrefStm: number | undefined
  /** /W of a stream; empty for a table. */
  widths: number[]
  /** The table numbers the head of the free list 1 instead of 0, so that readers disagree about all numbers. */
  isShifted: boolean
  /** Parses the entries. @throws XRefError */
  entries(): XRefEntry[]
}

/** Thrown where a cross-reference section cannot be read. */
export class XRefError extends Error {}

/** Longest inflated cross-reference stream. */
const maxSectionBytes = 64_000_000
/** A subsection from object 1 on whose first entry is the head of the free list (generation 65535). */
const shiftedHead = /^\s*1\s+\d+\s+\d{10} +65535 +f/

/** The offset after the last `startxref` (7.5.5); null where there is none. */
export function findLastStartXref(file: Buffer): number | null {
  const last = file.lastIndexOf('startxref')
  // The same distance and white space that @libpdf/core accepts.
  const match =
    last < 0 ? null : /^startxref[\t\n\f\r ]*(\d+)/.exec(file.toString('latin1', last, last + 2048))
  return match ? Number(match[1]) : null
}

/**
 * The section at an offset, or after the white space there: a table (7.5.4) or a stream (7.5.8).
 * @throws XRefError where there is none
 */
export function readSection(file: Buffer, offset: number): XRefSection {
  const position = skipWhiteSpace(file, offset)
  return file.toString('latin1', position, position + 4) === 'xref'
    ? readTable(file, position)
    : readStream(file, position)
}

function readTable(file: Buffer, offset: number): XRefSection {
  const end = file.indexOf('trailer', offset)
  if (end < 0) throw new XRefError('A cross-reference table has no trailer.')
  const trailer = readDictionaryAt(file, end + 'trailer'.length)
  return {
    kind: 'table',
    at: offset,
    trailer,
    prev: readNumber(trailer, 'Prev'),
    xrefStm: readNumber(trailer, 'XRefStm'),
    widths: [],
    isShifted: shiftedHead.test(file.toString('latin1', offset + 'xref'.length, offset + 64)),
    entries: () => readTableEntries(file.toString('latin1', offset + 'xref'.length, end)),
  }
}

/** The entries of a table. Strict, one entry a line: what one reader skips, another may take for a trailer. */
function readTableEntries(text: string): XRefEntry[] {
  const entries: XRefEntry[] = []
  const subsection = /\s*(\d+)\s+(\d+)\s+/y
  const line = /(\d{10}) +(\d{5}) +([nf])[\t ]*(?:\r\n?|\n)/y
  const end = text.trimEnd().length
  for (let position = 0; position < end; ) {
    const head = matchAt(subsection, text, position)
    position += head[0].length
    const first = Number(head[1])
    const lines: RegExpExecArray[] = []
    for (let remaining = Number(head[2]); remaining > 0; remaining--) {
      const entry = matchAt(line, text, position)
      lines.push(entry)
      position += entry[0].length
    }
    // The head of the free list is object 0; some writers number it 1.
    const shift = first === 1 && lines[0]?.[3] === 'f' && lines[0][2] === '65535' ? 1 : 0
    for (const [index, [, offset, generation, use]] of lines.entries()) {
      const entry = { number: first - shift + index, generation: Number(generation) }
      entries.push(
        use === 'n' ? { ...entry, type: 'offset', offset: Number(offset) } : { ...entry, type: 'free' },
      )
    }
  }
  return entries
}

/**
 * Whether the object is at the offset of its entry, with its generation. Offset 0 is accepted: some writers leave it
 * for unused numbers.
 */
export function isInPlace(file: Buffer, entry: XRefEntry): boolean {
  if (entry.type !== 'offset' || entry.offset === 0) return true
  const head = file.toString('latin1', entry.offset, entry.offset + 60)
  const [, number, generation] = /^\s*(\d+)\s+(\d+)\s+obj/.exec(head) ?? []
  return Number(number) === entry.number && Number(generation) === entry.generation
}

/** Whether two entries of one number lead to the same object. */
export function isSameEntry(a: XRefEntry, b: XRefEntry): boolean {
  if (a.type === 'offset' && b.type === 'offset')
    return a.offset === b.offset && a.generation === b.generation
  if (a.type === 'packed' && b.type === 'packed') return a.stream === b.stream && a.index === b.index
  return a.type === 'free' && b.type === 'free'
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray {
  pattern.lastIndex = offset
  const match = pattern.exec(text)
  if (!match) throw new XRefError('A cross-reference table is damaged.')
  return match
}

/** Cross-reference streams without a filter, or with Flate and PNG predictors. */
function readStream(file: Buffer, position: number): XRefSection {
  const head = /^\d+\s+\d+\s+obj/.exec(file.toString('latin1', position, position + 64))?.[0]
  const trailer = head === undefined ? null : readDictionaryAt(file, position + head.length)
  if (!trailer || parseName(findEntry(trailer, 'Type')) !== 'XRef') {
    throw new XRefError('No cross-reference section at the offset.')
  }
  const widths = readNumbers(trailer, 'W') ?? []
  return {
    kind: 'stream',
    at: position,
    trailer,
    prev: readNumber(trailer, 'Prev'),
    // Only tables may have it (7.5.8.4), but @libpdf/core follows it here too.
    xrefStm: readNumber(trailer, 'XRefStm'),
    widths,
    isShifted: false,
    entries: () => readStreamEntries(trailer, widths, decode(trailer, readData(file, trailer))),
  }
}

/** The encoded data of a stream (7.3.8.1). /Length must be right, because readers disagree about any other. */
function readData(file: Buffer, dictionary: Dictionary): Buffer {
  const keyword = /^\s*stream\r?\n/.exec(file.toString('latin1', dictionary.end, dictionary.end + 64))?.[0]
  const start = dictionary.end + (keyword?.length ?? 0)
  const end = start + (readNumber(dictionary, 'Length') ?? 0)
  if (!keyword || !/^\s*endstream/.test(file.toString('latin1', end, end + 64)))
    throw new XRefError('A cross-reference stream is damaged.')
  return file.subarray(start, end)
}

function readStreamEntries(dictionary: Dictionary, widths: number[], data: Buffer): XRefEntry[] {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths
  const entryWidth = typeWidth + secondWidth + thirdWidth
  const index = readNumbers(dictionary, 'Index') ?? [0, readNumber(dictionary, 'Size') ?? 0]
  const entries: XRefEntry[] = []
  let position = 0
  const read = (width: number) => {
    let value = 0
    for (let byte = 0; byte < width; byte++) value = value * 256 + data[position++]!
    return value
  }
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let number = index[pair]!, count = index[pair + 1]!; count > 0; number++, count--) {
      if (entryWidth === 0 || position + entryWidth > data.length)
        throw new XRefError('A cross-reference stream is too short.')
      const type = typeWidth === 0 ? 1 : read(typeWidth)
      const [second, third] = [read(secondWidth), read(thirdWidth)]
      if (type === 1) entries.push({ number, type: 'offset', generation: third, offset: second })
      else if (type === 2)
        entries.push({ number, type: 'packed', generation: 0, stream: second, index: third })
      // Types above 2 refer to the null object (7.5.8.3).
      else entries.push({ number, type: 'free', generation: type === 0 ? third : 0 })
    }
  }
  return entries
}

function decode(dictionary: Dictionary, data: Buffer): Buffer {
  const filter = onlyOne(findEntry(dictionary, 'Filter'))
  if (!filter) return data
  const parameters = onlyOne(findEntry(dictionary, 'DecodeParms'))
  const parameter = (key: string) =>
    (parameters?.kind === 'dict' ? readNumber(parameters, key) : undefined) ?? 1
  const predictor = parameter('Predictor')
  if (parseName(filter) !== 'FlateDecode' || (predictor > 1 && predictor < 10))
    throw new XRefError('A cross-reference stream uses an unknown filter.')
  let decoded: Buffer
  try {
    decoded = inflateSync(data, { maxOutputLength: maxSectionBytes })
  } catch {
    throw new XRefError('A cross-reference stream is damaged.')
  }
  return predictor >= 10 ? unpredict(decoded, parameter('Columns')) : decoded
}

/** Undoes the PNG filters (7.4.4.4; ISO/IEC 15948, 9.2) of rows of one-byte samples. */
function unpredict(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1))
  const decoded = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)]!
    if (filter > 4) throw new XRefError('A cross-reference stream uses an unknown predictor.')
    for (let column = 0; column < columns; column++) {
      const position = row * columns + column
      const leftValue = column > 0 ? decoded[position - 1]! : 0
      const aboveByte = row > 0 ? decoded[position - columns]! : 0
      const upLeft = column > 0 && row > 0 ? decoded[position - columns - 1]! : 0
      const predicted = [
        0,
        leftValue,
        aboveByte,
        (leftValue + aboveByte) >> 1,
        paeth(leftValue, aboveByte, upLeft),
      ][filter]!
      decoded[position] = (data[row * (columns + 1) + 1 + column]! + predicted) & 0xff
    }
  }
  return decoded
}

/** The neighbour nearest to their linear prediction (ISO/IEC 15948, 9.4). */
function paeth(leftValue: number, aboveByte: number, upLeft: number): number {
  const [distanceToLeft, distanceToUp, distanceToUpLeft] = [
    aboveByte - upLeft,
    leftValue - upLeft,
    leftValue + aboveByte - 2 * upLeft,
  ].map(Math.abs)
  if (distanceToLeft! <= distanceToUp! && distanceToLeft! <= distanceToUpLeft!) return leftValue
  return distanceToUp! <= distanceToUpLeft! ? aboveByte : upLeft
}

/**
 * The dictionary at an offset. @throws XRefError where there is none, or a key is repeated: readers disagree about
 * which entry counts
 */
function readDictionaryAt(file: Buffer, offset: number): Dictionary {
  const dictionary = readSource(file, offset)
  if (dictionary?.kind !== 'dict') throw new XRefError('A cross-reference section has no dictionary.')
  const keys = dictionary.entries.map(({ key }) => key)
  const repeated = keys.find((key, index) => keys.indexOf(key) < index)
  if (repeated !== undefined) throw new XRefError(`A cross-reference section repeats the entry /${repeated}.`)
  return dictionary
}

function findEntry({ entries }: Dictionary, key: string): Source | undefined {
  return entries.find((entry) => entry.key === key)?.value
}

/** @throws XRefError when the entry is not a whole number from 0 */
function readNumber(dictionary: Dictionary, key: string): number | undefined {
  const entry = findEntry(dictionary, key)
  return entry && wholeNumber(entry, key)
}

function readNumbers(dictionary: Dictionary, key: string): number[] | undefined {
  const entry = findEntry(dictionary, key)
  if (entry && entry.kind !== 'array')
    throw new XRefError(`A cross-reference section has a damaged entry /${key}.`)
  return entry?.items.map((item) => wholeNumber(item, key))
}

function wholeNumber(source: Source, key: string): number {
  if (source.kind !== 'number' || !Number.isSafeInteger(source.number) || source.number < 0)
    throw new XRefError(`A cross-reference section has a damaged entry /${key}.`)
  return source.number
}

function parseName(source: Source | undefined): string | undefined {
  return source?.kind === 'name' ? source.name : undefined
}

/** A filter or its parameters, which may be in an array of one. */
function onlyOne(source: Source | undefined): Source | undefined {
  if (source?.kind !== 'array') return source
  if (source.items.length > 1) throw new XRefError('A cross-reference stream uses several filters.')
  return source.items[0]
}
