import { inflateSync } from 'node:zlib'
import { skipWhiteSpace } from './source.ts'

/** Where an object is (ISO 32000-2, table 18): nowhere, at an offset, or in an object stream. */
export type XRefEntry =
  | { number: number; type: 'free'; generation: number }
  | { number: number; type: 'offset'; generation: number; offset: number }
  | { number: number; type: 'packed'; generation: 0; stream: number; index: number }

/** One cross-reference section. */
export interface XRefSection {
  kind: 'table' | 'stream'
  /** Offset of its first character, behind the white space at which it may be looked for. */
  at: number
  /** Offset of the trailer's or the stream's dictionary. */
  dictionary: number
  prev: number | undefined
  xrefStm: number | undefined
  /** /W of a stream; empty for a table. */
  widths: number[]
  /** Read when asked for. @throws XRefError */
  entries(): XRefEntry[]
}

/** Thrown where a cross-reference section cannot be read. */
export class XRefError extends Error {}

const maxSectionBytes = 64_000_000

/** Where the last `startxref` (7.5.5) points; null where the file does not say. */
export function lastStartXref(file: Buffer): number | null {
  const last = file.lastIndexOf('startxref')
  // As far from the end as @libpdf/core looks for it, and over as much white space.
  const found =
    last < 0 ? null : /^startxref[\t\n\f\r ]*(\d+)/.exec(file.toString('latin1', last, last + 2048))
  return found ? Number(found[1]) : null
}

/**
 * The section at an offset, or behind the white space there: a table (7.5.4) or a stream (7.5.8).
 * @throws XRefError where there is none.
 */
export function readSection(file: Buffer, offset: number): XRefSection {
  const at = skipWhiteSpace(file, offset)
  return file.toString('latin1', at, at + 4) === 'xref' ? readTable(file, at) : readStream(file, at)
}

function readTable(file: Buffer, at: number): XRefSection {
  const trailerAt = file.indexOf('trailer', at)
  const end = file.indexOf('startxref', trailerAt)
  if (trailerAt < 0 || end < 0) throw new XRefError('A cross-reference table has no trailer.')
  const trailer = file.toString('latin1', trailerAt, end)
  return {
    kind: 'table',
    at,
    dictionary: trailerAt + 'trailer'.length,
    prev: entryOf(trailer, 'Prev'),
    xrefStm: entryOf(trailer, 'XRefStm'),
    widths: [],
    entries: () => tableEntries(file.toString('latin1', at, trailerAt)),
  }
}

function tableEntries(text: string): XRefEntry[] {
  const entries: XRefEntry[] = []
  const words = text.trim().split(/\s+/).slice(1)
  for (let word = 0; word < words.length; ) {
    const [first, count] = [Number(words[word]), Number(words[word + 1])]
    word += 2
    if (!(count >= 0) || !(first >= 0)) throw new XRefError('A cross-reference table is damaged.')
    for (let index = 0; index < count; index++, word += 3) {
      const [offset, generation, use] = words.slice(word, word + 3)
      if (use !== 'n' && use !== 'f') throw new XRefError('A cross-reference table is damaged.')
      const entry = { number: first + index, generation: Number(generation) }
      entries.push(
        use === 'n' ? { ...entry, type: 'offset', offset: Number(offset) } : { ...entry, type: 'free' },
      )
    }
  }
  return entries
}

/** /W widths, /Index subsections, Flate with a PNG predictor or without. */
function readStream(file: Buffer, at: number): XRefSection {
  const keyword = file.indexOf('stream', at)
  const head = keyword < 0 ? '' : file.toString('latin1', at, keyword)
  const object = /^\d+\s+\d+\s+obj/.exec(head)
  if (!object || !/\/Type\s*\/XRef/.test(head)) {
    throw new XRefError('There is no cross-reference section where one should be.')
  }
  const from = keyword + (file[keyword + 6] === 0x0d ? 8 : 7)
  return {
    kind: 'stream',
    at,
    dictionary: at + object[0].length,
    prev: entryOf(head, 'Prev'),
    xrefStm: undefined,
    widths: arrayOf(head, 'W') ?? [],
    entries: () =>
      streamEntries(head, decode(head, file.subarray(from, from + (entryOf(head, 'Length') ?? 0)))),
  }
}

function streamEntries(head: string, data: Buffer): XRefEntry[] {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = arrayOf(head, 'W') ?? []
  const index = arrayOf(head, 'Index') ?? [0, entryOf(head, 'Size') ?? 0]
  const entries: XRefEntry[] = []
  let position = 0
  const read = (width: number) => {
    let value = 0
    for (let byte = 0; byte < width; byte++) value = value * 256 + (data[position++] ?? 0)
    return value
  }
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let number = index[pair]!, count = index[pair + 1]!; count > 0; number++, count--) {
      if (position >= data.length) throw new XRefError('A cross-reference stream is too short.')
      const type = typeWidth === 0 ? 1 : read(typeWidth)
      const [second, third] = [read(secondWidth), read(thirdWidth)]
      if (type === 0) entries.push({ number, type: 'free', generation: 0 })
      else if (type === 2)
        entries.push({ number, type: 'packed', generation: 0, stream: second, index: third })
      else entries.push({ number, type: 'offset', generation: third, offset: second })
    }
  }
  return entries
}

function decode(head: string, data: Buffer): Buffer {
  if (!head.includes('/Filter')) return data
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(head))
    throw new XRefError('A cross-reference stream uses an unknown filter.')
  let plain: Buffer
  try {
    plain = inflateSync(data, { maxOutputLength: maxSectionBytes })
  } catch {
    throw new XRefError('A cross-reference stream is damaged.')
  }
  return (entryOf(head, 'Predictor') ?? 1) >= 10 ? unpredict(plain, entryOf(head, 'Columns') ?? 1) : plain
}

/** Undoes the PNG filters None, Sub and Up, which writers use for cross-reference streams (7.4.4.4). */
function unpredict(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1))
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)]!
    if (filter > 2) throw new XRefError('A cross-reference stream uses an unknown predictor.')
    for (let column = 0; column < columns; column++) {
      const to = row * columns + column
      const left = filter === 1 && column > 0 ? plain[to - 1]! : 0
      const up = filter === 2 && row > 0 ? plain[to - columns]! : 0
      plain[to] = (data[row * (columns + 1) + 1 + column]! + left + up) & 0xff
    }
  }
  return plain
}

function entryOf(text: string, key: string): number | undefined {
  const found = new RegExp(`/${key}\\s+(\\d+)`).exec(text)
  return found ? Number(found[1]) : undefined
}

function arrayOf(text: string, key: string): number[] | undefined {
  const found = new RegExp(`/${key}\\s*\\[([\\d\\s]*)\\]`).exec(text)
  return found ? found[1]!.trim().split(/\s+/).map(Number) : undefined
}
