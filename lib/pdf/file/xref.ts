import {
  isInPlace,
  lastStartXref,
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
  const file = asBuffer(bytes)
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
  return lastStartXref(asBuffer(bytes))
}

/** The cross-reference sections, newest first; null where one cannot be read. */
export function xrefChain(bytes: Uint8Array): [XRefSection, ...XRefSection[]] | null {
  const file = asBuffer(bytes)
  const sections: XRefSection[] = []
  const visitedOffsets = new Set<number>()
  let next: number | null | undefined = lastStartXref(file)
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

/**
 * The newest entry of every object number. A hybrid file's stream (7.5.8.4) counts before its table, as in
 * @libpdf/core.
 * @throws XRefError
 */
export function entriesOf(bytes: Uint8Array, chain: readonly XRefSection[]): Map<number, XRefEntry> {
  const newest = new Map<number, XRefEntry>()
  for (const section of chain) {
    const hiddenEntries =
      section.xrefStm === undefined ? [] : readSection(asBuffer(bytes), section.xrefStm).entries()
    for (const entry of [...hiddenEntries, ...section.entries()]) {
      if (!newest.has(entry.number)) newest.set(entry.number, entry)
    }
  }
  return newest
}

/** Whether every section begins exactly at its offset, not after white space. */
export function sectionsAreInPlace(bytes: Uint8Array): boolean {
  const chain = xrefChain(bytes)
  return chain?.every((section, index) => section.at === offsetTo(bytes, chain, index)) ?? false
}

/**
 * The file as @libpdf/core can read it: the same bytes or, where the library cannot follow the
 * cross-reference chain (fields wider than 6 bytes, offsets to white space before a section), a copy with one more
 * cross-reference stream for all objects. Offsets do not change. For reading only.
 */
export function withPlainXRef(bytes: Uint8Array): Uint8Array {
  const file = asBuffer(bytes)
  const chain = xrefChain(file)
  if (!chain || chain.some(({ xrefStm }) => xrefStm !== undefined)) return bytes
  const isNarrow = chain.every(({ widths }) => widths.every((width) => width <= widestField))
  if (isNarrow && sectionsAreInPlace(file)) return bytes
  try {
    return Buffer.concat([file, xrefStreamOf(file, entriesOf(file, chain), chain[0].trailer)])
  } catch (error) {
    if (error instanceof XRefError) return bytes
    throw error
  }
}

/** The offset that leads to a section of the chain: startxref, or /Prev of the section after it. */
function offsetTo(bytes: Uint8Array, chain: XRefSection[], index: number): number | null | undefined {
  return index === 0 ? lastXRef(bytes) : chain[index - 1]!.prev
}

/** A cross-reference stream for all objects, to be appended to the file. */
function xrefStreamOf(
  file: Buffer,
  entries: Map<number, XRefEntry>,
  trailer: XRefSection['trailer'],
): Buffer {
  const sorted = [...entries.values()].sort((a, b) => a.number - b.number)
  const declared = trailer.entries.find(({ key }) => key === 'Size')?.value
  const streamNumber = Math.max(
    (sorted.at(-1)?.number ?? 0) + 1,
    declared?.kind === 'number' ? declared.number : 0,
  )
  const offset = file.length + 1
  const index = sorted.map(({ number }) => `${number} 1`).join(' ')
  const fileEntries = trailer.entries
    .filter(({ key }) => trailerEntries.includes(key))
    .map(({ keyStart, value }) => file.toString('latin1', keyStart, value.end))
  const data = Buffer.concat(sorted.map(entryBytes))
  const head = `/Type /XRef /Size ${streamNumber} /W [${fieldWidths.join(' ')}] /Index [${index}] /Length ${data.length}`
  return Buffer.concat([
    Buffer.from(`\n${streamNumber} 0 obj\n<< ${head} ${fileEntries.join(' ')} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`, 'latin1'),
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

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
