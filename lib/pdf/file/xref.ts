import { viewBytes } from '#lib/core/runtime/bytes'
import {
  findLastStartXref,
  isInPlace,
  isSameEntry,
  readSection,
  type XRefEntry,
  XRefError,
  type XRefSection,
} from './xref-section.ts'

/** Most sections that are followed. */
const maxSections = 10_000
/** Widest field of a cross-reference stream, in bytes, that @libpdf/core reads. */
const widestField = 6
/** Entries of the trailer (table 15) that describe the file and not one section. */
const trailerEntries = ['Root', 'Info', 'ID', 'Encrypt']
/** Field widths of the stream that `withPlainXRef` adds: type, offset or stream, generation or index. */
const fieldWidths = [1, 6, 4] as const

/**
 * Whether the entries of every cross-reference table (ISO 32000-2, 7.5.4) point at the objects that they name.
 * @libpdf/core takes any object at an offset; other readers rebuild the table where one is wrong, and some then
 * report every signature as broken. Streams are not checked. True when the chain cannot be followed: the parser
 * refuses such files.
 */
export function xrefTablesPointRight(bytes: Uint8Array): boolean {
  const file = viewBytes(bytes)
  try {
    for (const section of xrefChain(file) ?? []) {
      if (section.kind === 'stream') continue
      if (!section.entries().every((entry) => isInPlace(file, entry))) return false
    }
  } catch (error) {
    if (!(error instanceof XRefError)) throw error
  }
  return true
}

/** The offset of the newest section (startxref, 7.5.5); null where there is none. */
function lastXRef(bytes: Uint8Array): number | null {
  return findLastStartXref(viewBytes(bytes))
}

/** The cross-reference sections, newest first; null where one cannot be read. */
export function xrefChain(bytes: Uint8Array): [XRefSection, ...XRefSection[]] | null {
  const file = viewBytes(bytes)
  const sections: XRefSection[] = []
  const visitedOffsets = new Set<number>()
  let next: number | null | undefined = findLastStartXref(file)
  if (next === null) return null
  try {
    while (next !== undefined && !visitedOffsets.has(next)) {
      visitedOffsets.add(next)
      if (visitedOffsets.size > maxSections) return null
      const section = readSection(file, next)
      sections.push(section)
      next = section.prev
    }
    const [newest, ...older] = sections
    return newest ? [newest, ...older] : null
  } catch (error) {
    if (error instanceof XRefError) return null
    throw error
  }
}

/** The newest entry of every object number. @throws XRefError */
export function mergeEntries(bytes: Uint8Array, chain: readonly XRefSection[]): Map<number, XRefEntry> {
  const newest = new Map<number, XRefEntry>()
  for (const section of chain) {
    for (const entry of readEntries(bytes, section)) {
      if (!newest.has(entry.number)) newest.set(entry.number, entry)
    }
  }
  return newest
}

/**
 * The entries of one section. The stream of a hybrid file (7.5.8.4) adds objects that the table lacks or hides as free.
 * @throws XRefError
 */
export function readEntries(bytes: Uint8Array, section: XRefSection): XRefEntry[] {
  const own = section.entries()
  if (section.xrefStm === undefined) return own
  const hidden = readSection(viewBytes(bytes), section.xrefStm).entries()
  const inUse = own.filter(({ type }) => type !== 'free')
  const numbered = [...own, ...hidden, ...inUse].map((entry) => [entry.number, entry] as const)
  return [...new Map(numbered).values()]
}

/** Numbers that a section lists with several entries: readers take the first or the last. @throws XRefError */
export function findRepeated(bytes: Uint8Array, section: XRefSection): Set<number> {
  const repeated = new Set<number>()
  const hidden = section.xrefStm === undefined ? [] : readSection(viewBytes(bytes), section.xrefStm).entries()
  // Table and stream of a hybrid file may both list a number.
  for (const entries of [section.entries(), hidden]) {
    const seen = new Map<number, XRefEntry>()
    for (const entry of entries) {
      const earlier = seen.get(entry.number)
      if (earlier && !isSameEntry(earlier, entry)) repeated.add(entry.number)
      seen.set(entry.number, entry)
    }
  }
  return repeated
}

/** Whether every section begins exactly at its offset, not after white space. */
export function sectionsAreInPlace(bytes: Uint8Array): boolean {
  const chain = xrefChain(bytes)
  return chain?.every((section, index) => section.at === offsetTo(bytes, chain, index)) ?? false
}

/**
 * The file as @libpdf/core can read it: the same bytes or, where the library cannot follow the
 * cross-reference chain (fields wider than 6 bytes, offsets to white space before a section, hybrid files), a copy with
 * one more cross-reference stream for all objects. Offsets do not change. For reading only.
 */
export function withPlainXRef(bytes: Uint8Array): Uint8Array {
  const file = viewBytes(bytes)
  const chain = xrefChain(file)
  if (!chain) return bytes
  const isHybrid = chain.some(({ xrefStm }) => xrefStm !== undefined)
  const isNarrow = chain.every(({ widths }) => widths.every((width) => width <= widestField))
  if (!isHybrid && isNarrow && sectionsAreInPlace(file)) return bytes
  try {
    const { trailer } = chain[0]
    const declared = trailer.entries.find(({ key }) => key === 'Size')?.value
    const size = declared?.kind === 'number' ? declared.number : 0
    const entries = readFileEntries(file, trailer, trailerEntries)
    return withXRefStream([file], mergeEntries(file, chain).values(), entries, size)
  } catch (error) {
    if (error instanceof XRefError) return bytes
    throw error
  }
}

/** The offset that leads to a section of the chain: startxref, or /Prev of the section after it. */
function offsetTo(bytes: Uint8Array, chain: XRefSection[], index: number): number | null | undefined {
  return index === 0 ? lastXRef(bytes) : chain[index - 1]!.prev
}

/** Some entries of a trailer, as they are written. */
export function readFileEntries(file: Buffer, { entries }: XRefSection['trailer'], keys: string[]): string {
  const chosen = entries.filter(({ key }) => keys.includes(key))
  return chosen.map(({ keyStart, value }) => file.toString('latin1', keyStart, value.end)).join(' ')
}

/**
 * The file with one more cross-reference stream, which lists these objects and no others.
 * @param file its bytes, in pieces so that a large file is copied once
 * @param trailer the entries of its dictionary that describe the file
 * @param size its least /Size
 * @throws XRefError when a number is out of range
 */
export function withXRefStream(
  file: readonly Buffer[],
  entries: Iterable<XRefEntry>,
  trailer: string,
  size = 0,
): Buffer {
  const sorted = [...entries].sort((a, b) => a.number - b.number)
  const number = Math.max((sorted.at(-1)?.number ?? 0) + 1, size)
  const index = sorted.map((entry) => `${entry.number} 1`).join(' ')
  const data = Buffer.concat(sorted.map(entryBytes))
  const head = `/Type /XRef /Size ${number} /W [${fieldWidths.join(' ')}] /Index [${index}] /Length ${data.length}`
  const length = file.reduce((total, piece) => total + piece.length, 0)
  return Buffer.concat([
    ...file,
    Buffer.from(`\n${number} 0 obj\n<< ${head} ${trailer} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${length + 1}\n%%EOF\n`, 'latin1'),
  ])
}

/** An entry in the fields of `fieldWidths` (table 18). */
function entryBytes(entry: XRefEntry): Buffer {
  const [typeWidth, secondWidth, thirdWidth] = fieldWidths
  const bytes = Buffer.alloc(typeWidth + secondWidth + thirdWidth)
  const [type, second, third] =
    entry.type === 'free'
      ? [0, 0, entry.generation]
      : entry.type === 'offset'
        ? [1, entry.offset, entry.generation]
        : [2, entry.stream, entry.index]
  const largest = 2 ** (8 * secondWidth)
  if (!(second < largest) || !(third < 2 ** (8 * thirdWidth)))
    throw new XRefError('A cross-reference entry is out of range.')
  bytes.writeUIntBE(type, 0, typeWidth)
  bytes.writeUIntBE(second, typeWidth, secondWidth)
  bytes.writeUIntBE(third, typeWidth + secondWidth, thirdWidth)
  return bytes
}
