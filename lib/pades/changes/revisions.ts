import { viewBytes } from '#lib/core/runtime/bytes'
import { type Source, skipWhiteSpace } from '#lib/pdf/file/source'
import { findRepeated, readEntries } from '#lib/pdf/file/xref'
import {
  findLastStartXref,
  readSection,
  type XRefEntry,
  XRefError,
  type XRefSection,
} from '#lib/pdf/file/xref-section'
import { findUnclear, listOddNames } from './unclear.ts'

/** A cross-reference section after the signed bytes. */
export interface LaterSection {
  kind: XRefSection['kind']
  /** Offset of its first character. */
  offset: number
  trailer: XRefSection['trailer']
  /** Offset of its hybrid-reference stream (7.5.8.4). */
  xrefStm: number | undefined
  /** Its entries and those of its hybrid-reference stream. */
  entries: XRefEntry[]
}

/** Thrown where the cross-reference sections cannot be followed. */
export class RevisionError extends Error {}

/** Entries of a trailer with numbers by which readers find objects (ISO 32000-2, tables 15 and 17). */
const sectionNumbers = new Set(['Size', 'Prev', 'XRefStm', 'W', 'Index', 'Length', 'DecodeParms'])
const plainNumber = /^\d{1,10}$/
/** A last `startxref` that all readers find, with the character before it. */
const plainStartXref = /^[\0\t\n\f\r >]startxref[\t\n\f\r ]+\d{1,10}(?![^\0\t\n\f\r %])/

/** Most cross-reference sections that are followed; a file may have a thousand signatures. */
const maxSections = 10_000

/**
 * The cross-reference sections (ISO 32000-2, 7.5.4 and 7.5.8) after the first `length` bytes, oldest first. Later
 * bytes that no section refers to have no effect.
 * @throws RevisionError when a section is damaged, or the chain does not lead to the newest section of the first
 * `length` bytes: a chain to an earlier one would undo signed changes
 */
export function sectionsSince(bytes: Uint8Array, length: number): LaterSection[] {
  const file = viewBytes(bytes)
  try {
    return readSections(file, length)
  } catch (error) {
    throw error instanceof XRefError ? new RevisionError(error.message) : error
  }
}

function readSections(file: Buffer, length: number): LaterSection[] {
  const sections: LaterSection[] = []
  const signedSection = sectionStart(file, length)
  let next: number | undefined = sectionStart(file, file.length)
  while (next !== undefined) {
    // Compare where the section begins: white space at the end of the signed bytes may lead to a later one.
    const offset = skipWhiteSpace(file, next)
    if (offset < length) {
      if (offset === signedSection) return sections.reverse()
      throw new RevisionError('The later revisions undo the signed one.')
    }
    if (sections.length === 0 && !plainStartXref.test(lastStartXref(file)))
      throw new RevisionError('The startxref of the file is damaged.')
    // Readers that rebuild a file take the last section in it for the newest.
    if (offset >= (sections.at(-1)?.offset ?? file.length) || sections.length > maxSections)
      throw new RevisionError('The revisions are not in order, or form a loop.')
    const section = readSection(file, offset)
    const { kind, trailer, xrefStm } = section
    assertPlain(file, section)
    const hidden = xrefStm === undefined ? [] : [readSection(file, xrefStm).trailer]
    for (const dictionary of [trailer, ...hidden]) {
      const unclear = findUnclear(file, dictionary)
      if (unclear) throw new RevisionError(`A trailer has ${unclear}.`)
      if (listOddNames(file, dictionary).length > 0)
        throw new RevisionError('A trailer has a name with an incomplete escape.')
    }
    const [repeated] = findRepeated(file, section)
    if (repeated !== undefined)
      throw new RevisionError(`A cross-reference section lists object ${repeated} with two entries.`)
    sections.push({ kind, offset, trailer, xrefStm, entries: readEntries(file, section) })
    next = section.prev
  }
  throw new RevisionError('The later revisions do not build on the signed one.')
}

/**
 * Refuses what some readers take for damage: they then rebuild the file, and find other objects in it.
 * @throws RevisionError
 */
function assertPlain(file: Buffer, { kind, trailer, xrefStm }: XRefSection): void {
  const numbers = trailer.entries
    .filter(({ key }) => sectionNumbers.has(key))
    .flatMap(({ value }) => listNumbers(value))
  for (const { start, end } of numbers)
    if (!plainNumber.test(file.toString('latin1', start, end)))
      throw new RevisionError('A trailer has a number that readers take in different ways.')
  // For trailers of tables only (7.5.8.4).
  if (kind === 'stream' && xrefStm !== undefined)
    throw new RevisionError('A cross-reference stream has the entry /XRefStm.')
}

function lastStartXref(file: Buffer): string {
  const at = file.lastIndexOf('startxref')
  return file.toString('latin1', at - 1, at + 2048)
}

function listNumbers(source: Source): Source[] {
  if (source.kind === 'array') return source.items.flatMap(listNumbers)
  if (source.kind === 'dict') return source.entries.flatMap(({ value }) => listNumbers(value))
  return source.kind === 'number' ? [source] : []
}

/** The offset of the newest cross-reference section of the first `length` bytes. @throws RevisionError */
export function sectionStart(file: Buffer, length: number): number {
  const offset = findLastStartXref(file.subarray(0, length))
  if (offset === null) throw new RevisionError('The file has no startxref.')
  return skipWhiteSpace(file, offset)
}
