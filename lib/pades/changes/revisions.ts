import { skipWhiteSpace } from '#lib/pdf/file/source'
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

/** Most cross-reference sections that are followed; a file may have a thousand signatures. */
const maxSections = 10_000

/**
 * The cross-reference sections (ISO 32000-2, 7.5.4 and 7.5.8) after the first `length` bytes, oldest first. Later
 * bytes that no section refers to have no effect.
 * @throws RevisionError when a section is damaged, or the chain does not lead to the newest section of the first
 * `length` bytes: a chain to an earlier one would undo signed changes
 */
export function sectionsSince(bytes: Uint8Array, length: number): LaterSection[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
    // Readers that rebuild a file take the last section in it for the newest.
    if (offset >= (sections.at(-1)?.offset ?? file.length) || sections.length > maxSections)
      throw new RevisionError('The revisions are not in order, or form a loop.')
    const section = readSection(file, offset)
    const { kind, trailer, xrefStm } = section
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

/** The offset of the newest cross-reference section of the first `length` bytes. @throws RevisionError */
export function sectionStart(file: Buffer, length: number): number {
  const offset = findLastStartXref(file.subarray(0, length))
  if (offset === null) throw new RevisionError('The file has no startxref.')
  return skipWhiteSpace(file, offset)
}
