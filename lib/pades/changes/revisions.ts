import { skipWhiteSpace } from '#lib/pdf/file/source'
import { lastStartXref, readSection, XRefError } from '#lib/pdf/file/xref-section'

/**
 * Object number → whether later revisions define or free it, and the offset of the newest cross-reference section
 * that does.
 */
export type TouchedObjects = Map<number, { generation: number; inUse: boolean; offset: number }>

/** Thrown where the cross-reference sections cannot be followed. */
export class RevisionError extends Error {}

/** Most cross-reference sections that are followed; a file may have a thousand signatures. */
const maxSections = 10_000

/**
 * The objects that revisions after the first `length` bytes define or free, by their cross-reference sections (ISO
 * 32000-2, 7.5.4 and 7.5.8). Later bytes that no section refers to have no effect. A hybrid-reference stream
 * (7.5.8.4) of the first bytes counts as later where a later section refers to it again.
 * @throws RevisionError when a section is damaged, or the chain does not lead to the newest section of the first
 * `length` bytes: a chain to an earlier one would undo signed changes
 */
export function touchedSince(bytes: Uint8Array, length: number): TouchedObjects {
  try {
    return readTouchedObjects(bytes, length)
  } catch (error) {
    throw error instanceof XRefError ? new RevisionError(error.message) : error
  }
}

function readTouchedObjects(bytes: Uint8Array, length: number): TouchedObjects {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const touched: TouchedObjects = new Map()
  const visitedSections = new Set<number>()
  const signedSection = sectionStart(file, file.subarray(0, length))
  const queue = [{ start: sectionStart(file, file), isHybrid: false }]
  let hasReachedSigned = false
  for (let next = queue.pop(); next; next = queue.pop()) {
    // Compare where the section begins: white space at the end of the signed bytes may lead to a later one.
    const offset = skipWhiteSpace(file, next.start)
    if (offset < length && !next.isHybrid) {
      if (offset !== signedSection) throw new RevisionError('The later revisions undo the signed one.')
      hasReachedSigned = true
      continue
    }
    if (visitedSections.has(offset) || visitedSections.size > maxSections)
      throw new RevisionError('The revisions form a loop.')
    visitedSections.add(offset)
    const section = readSection(file, offset)
    for (const { number, generation, type } of section.entries()) {
      if (number > 0 && !touched.has(number))
        touched.set(number, { generation, inUse: type !== 'free', offset })
    }
    if (next.isHybrid) continue
    if (section.prev !== undefined) queue.push({ start: section.prev, isHybrid: false })
    if (section.xrefStm !== undefined) queue.push({ start: section.xrefStm, isHybrid: true })
  }
  if (!hasReachedSigned) throw new RevisionError('The later revisions do not build on the signed one.')
  return touched
}

/** The offset of the newest cross-reference section of a revision. */
function sectionStart(file: Buffer, revision: Buffer): number {
  const offset = lastStartXref(revision)
  if (offset === null) throw new RevisionError('The file has no startxref.')
  return skipWhiteSpace(file, offset)
}
