import {
  lastStartXref,
  readSection,
  standsInPlace,
  type XRefEntry,
  XRefError,
  type XRefSection,
} from './xref-section.ts'

/** More revisions than any honest file has. */
const maxSections = 10_000
/** @libpdf/core reads no wider fields of a cross-reference stream. */
const widestField = 6
/** Entries of the trailer (table 15) that belong to the file, not to one of its sections. */
const trailerEntries = ['Root', 'Info', 'ID', 'Encrypt']
/** Bytes of the fields of the stream that `withPlainXRef` adds: type, offset or stream, generation or index. */
const fieldWidths = [1, 6, 4] as const

/**
 * Whether every cross-reference table (ISO 32000-2, 7.5.4) of the chain from the last `startxref` points at the
 * objects it names. @libpdf/core takes whatever object stands at an offset; readers that notice a wrong one rebuild
 * the table, and some of them then call every signature of the file broken. Cross-reference streams are not looked
 * into. True for a file whose chain cannot be followed: that is for the parser to refuse.
 */
export function xrefTablesPointRight(bytes: Uint8Array): boolean {
  const file = asBuffer(bytes)
  try {
    for (const section of xrefChain(file) ?? []) {
      if (section.kind === 'stream') return true
      if (!section.entries().every((entry) => standsInPlace(file, entry))) return false
    }
  } catch (error) {
    if (!(error instanceof XRefError)) throw error
  }
  return true
}

/** Where the newest cross-reference section stands (7.5.5, startxref); null where the file does not say. */
function lastXRef(bytes: Uint8Array): number | null {
  return lastStartXref(asBuffer(bytes))
}

/** The sections of a file, the newest first; null where the chain cannot be followed to its end. */
export function xrefChain(bytes: Uint8Array): [XRefSection, ...XRefSection[]] | null {
  const file = asBuffer(bytes)
  const sections: XRefSection[] = []
  const seen = new Set<number>()
  let next: number | null | undefined = lastStartXref(file)
  if (next === null) return null
  try {
    while (next !== undefined && !seen.has(next)) {
      seen.add(next)
      if (seen.size > maxSections) return null
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
 * The newest entry of every object of a chain, a hybrid's stream (7.5.8.4) before its table as @libpdf/core has it.
 * @throws XRefError
 */
export function entriesOf(bytes: Uint8Array, chain: readonly XRefSection[]): Map<number, XRefEntry> {
  const newest = new Map<number, XRefEntry>()
  for (const section of chain) {
    const hidden =
      section.xrefStm === undefined ? [] : readSection(asBuffer(bytes), section.xrefStm).entries()
    for (const entry of [...hidden, ...section.entries()]) {
      if (!newest.has(entry.number)) newest.set(entry.number, entry)
    }
  }
  return newest
}

/** Every section begins where the offset to it says, not behind white space. */
export function sectionsAreInPlace(bytes: Uint8Array): boolean {
  const chain = xrefChain(bytes)
  return chain?.every((section, index) => section.at === offsetTo(bytes, chain, index)) ?? false
}

/**
 * What @libpdf/core can read of a file: the bytes themselves, or where it cannot follow their cross-reference chain
 * though others can – fields wider than 6 bytes, an offset that names the white space before a section – a copy that
 * ends with one more cross-reference stream, of all their objects. Every object stays where it is. Only for reading.
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

function offsetTo(bytes: Uint8Array, chain: XRefSection[], index: number): number | null | undefined {
  return index === 0 ? lastXRef(bytes) : chain[index - 1]!.prev
}

function xrefStreamOf(
  file: Buffer,
  entries: Map<number, XRefEntry>,
  trailer: XRefSection['trailer'],
): Buffer {
  const sorted = [...entries.values()].sort((a, b) => a.number - b.number)
  const declared = trailer.entries.find(({ key }) => key === 'Size')?.value
  const own = Math.max((sorted.at(-1)?.number ?? 0) + 1, declared?.kind === 'number' ? declared.number : 0)
  const at = file.length + 1
  const index = sorted.map(({ number }) => `${number} 1`).join(' ')
  const kept = trailer.entries
    .filter(({ key }) => trailerEntries.includes(key))
    .map(({ keyStart, value }) => file.toString('latin1', keyStart, value.end))
  const data = Buffer.concat(sorted.map(entryBytes))
  const head = `/Type /XRef /Size ${own} /W [${fieldWidths.join(' ')}] /Index [${index}] /Length ${data.length}`
  return Buffer.concat([
    Buffer.from(`\n${own} 0 obj\n<< ${head} ${kept.join(' ')} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`, 'latin1'),
  ])
}

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
