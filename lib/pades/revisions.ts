import { skipWhiteSpace } from '#lib/pdf/source'
import { lastStartXref, readSection, XRefError } from '#lib/pdf/xref-section'

/** What the cross-reference sections of a file's later part say: object number → whether it is in use or freed. */
export type TouchedObjects = Map<number, { generation: number; inUse: boolean }>

/** Thrown where the cross-reference sections cannot be followed. */
export class RevisionError extends Error {}

/** More revisions than any honest file has: a thousand may have signed it. */
const maxSections = 10_000

/**
 * The objects that revisions after the first `length` bytes define anew or free, by their cross-reference sections
 * (ISO 32000-2, 7.5.4 and 7.5.8). What stands in the later bytes without being named there has no effect.
 * @throws RevisionError when a section is damaged, or the chain does not lead back into the first `length` bytes.
 */
export function touchedSince(bytes: Uint8Array, length: number): TouchedObjects {
  try {
    return readTouched(bytes, length)
  } catch (error) {
    throw error instanceof XRefError ? new RevisionError(error.message) : error
  }
}

function readTouched(bytes: Uint8Array, length: number): TouchedObjects {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const touched: TouchedObjects = new Map()
  const seen = new Set<number>()
  const newest = lastStartXref(file)
  if (newest === null) throw new RevisionError('The file has no startxref.')
  const queue = [newest]
  let reachedBase = false
  for (let named = queue.pop(); named !== undefined; named = queue.pop()) {
    // Where the section begins counts: white space of the signed bytes may lead to one behind them.
    const at = skipWhiteSpace(file, named)
    if (at < length) {
      reachedBase = true
      continue
    }
    if (seen.has(at) || seen.size > maxSections) throw new RevisionError('The revisions form a loop.')
    seen.add(at)
    const section = readSection(file, at)
    for (const { number, generation, type } of section.entries()) {
      if (number > 0 && !touched.has(number)) touched.set(number, { generation, inUse: type !== 'free' })
    }
    if (section.prev !== undefined) queue.push(section.prev)
    if (section.xrefStm !== undefined) queue.push(section.xrefStm)
  }
  if (!reachedBase) throw new RevisionError('The later revisions do not build on the signed one.')
  return touched
}
