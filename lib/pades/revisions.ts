import { inflateSync } from 'node:zlib'

/** What the cross-reference sections of a file's later part say: object number → whether it is in use or freed. */
export type TouchedObjects = Map<number, { generation: number; inUse: boolean }>

/** Thrown where the cross-reference sections cannot be followed. */
export class RevisionError extends Error {}

interface Section {
  entries: [number: number, generation: number, inUse: boolean][]
  prev: number | undefined
  xrefStm: number | undefined
}

/** More revisions than any honest file has: a thousand may have signed it. */
const maxSections = 10_000
const maxSectionBytes = 64_000_000

/**
 * The objects that revisions after the first `length` bytes define anew or free, by their cross-reference sections
 * (ISO 32000-2, 7.5.4 and 7.5.8). What stands in the later bytes without being named there has no effect.
 * @throws RevisionError when a section is damaged, or the chain does not lead back into the first `length` bytes.
 */
export function touchedSince(bytes: Uint8Array, length: number): TouchedObjects {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const touched: TouchedObjects = new Map()
  const seen = new Set<number>()
  const queue = [lastStartXref(file)]
  let reachedBase = false
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at < length) {
      reachedBase = true
      continue
    }
    if (seen.has(at) || seen.size > maxSections) throw new RevisionError('The revisions form a loop.')
    seen.add(at)
    const section = readSection(file, at)
    for (const [number, generation, inUse] of section.entries) {
      if (!touched.has(number)) touched.set(number, { generation, inUse })
    }
    if (section.prev !== undefined) queue.push(section.prev)
    if (section.xrefStm !== undefined) queue.push(section.xrefStm)
  }
  if (!reachedBase) throw new RevisionError('The later revisions do not build on the signed one.')
  return touched
}

function lastStartXref(file: Buffer): number {
  const at = file.lastIndexOf('startxref')
  const found = at < 0 ? null : /^startxref\s+(\d+)/.exec(file.toString('latin1', at, at + 40))
  if (!found) throw new RevisionError('The file has no startxref.')
  return Number(found[1])
}

function readSection(file: Buffer, at: number): Section {
  const start = file.toString('latin1', at, at + 20).trimStart()
  return start.startsWith('xref') ? readTable(file, at) : readStream(file, at)
}

/** A cross-reference table and its trailer. */
function readTable(file: Buffer, at: number): Section {
  const trailerAt = file.indexOf('trailer', at)
  const end = file.indexOf('startxref', trailerAt)
  if (trailerAt < 0 || end < 0) throw new RevisionError('A cross-reference table has no trailer.')
  const words = file.toString('latin1', at, trailerAt).trim().split(/\s+/).slice(1)
  const entries: Section['entries'] = []
  for (let word = 0; word < words.length; ) {
    const [first, count] = [Number(words[word]), Number(words[word + 1])]
    word += 2
    if (!(count >= 0) || !(first >= 0)) throw new RevisionError('A cross-reference table is damaged.')
    for (let index = 0; index < count; index++, word += 3) {
      const [, generation, use] = words.slice(word, word + 3)
      if (use !== 'n' && use !== 'f') throw new RevisionError('A cross-reference table is damaged.')
      if (first + index > 0) entries.push([first + index, Number(generation), use === 'n'])
    }
  }
  const trailer = file.toString('latin1', trailerAt, end)
  return { entries, prev: entryOf(trailer, 'Prev'), xrefStm: entryOf(trailer, 'XRefStm') }
}

/** A cross-reference stream: /W widths, /Index subsections, Flate with a PNG predictor or without. */
function readStream(file: Buffer, at: number): Section {
  const keyword = file.indexOf('stream', at)
  const head = keyword < 0 ? '' : file.toString('latin1', at, keyword)
  if (!/^\s*\d+\s+\d+\s+obj/.test(head) || !/\/Type\s*\/XRef/.test(head)) {
    throw new RevisionError('There is no cross-reference section where one should be.')
  }
  const from = keyword + (file[keyword + 6] === 0x0d ? 8 : 7)
  const data = decode(head, file.subarray(from, from + (entryOf(head, 'Length') ?? 0)))
  const widths = arrayOf(head, 'W') ?? []
  const index = arrayOf(head, 'Index') ?? [0, entryOf(head, 'Size') ?? 0]
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths
  const entries: Section['entries'] = []
  let position = 0
  const read = (width: number) => {
    let value = 0
    for (let byte = 0; byte < width; byte++) value = value * 256 + (data[position++] ?? 0)
    return value
  }
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let number = index[pair]!, count = index[pair + 1]!; count > 0; number++, count--) {
      if (position >= data.length) throw new RevisionError('A cross-reference stream is too short.')
      const type = typeWidth === 0 ? 1 : read(typeWidth)
      read(secondWidth)
      const third = read(thirdWidth)
      if (number > 0) entries.push([number, type === 1 ? third : 0, type !== 0])
    }
  }
  return { entries, prev: entryOf(head, 'Prev'), xrefStm: undefined }
}

function decode(head: string, data: Buffer): Buffer {
  if (!head.includes('/Filter')) return data
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(head))
    throw new RevisionError('A cross-reference stream uses an unknown filter.')
  let plain: Buffer
  try {
    plain = inflateSync(data, { maxOutputLength: maxSectionBytes })
  } catch {
    throw new RevisionError('A cross-reference stream is damaged.')
  }
  return (entryOf(head, 'Predictor') ?? 1) >= 10 ? unpredict(plain, entryOf(head, 'Columns') ?? 1) : plain
}

/** Undoes the PNG filters None, Sub and Up, which writers use for cross-reference streams (7.4.4.4). */
function unpredict(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1))
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)]!
    if (filter > 2) throw new RevisionError('A cross-reference stream uses an unknown predictor.')
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
