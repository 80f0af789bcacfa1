import { readSource } from './source.ts'
import { readEntries, xrefChain } from './xref.ts'
import { isInPlace, XRefError } from './xref-section.ts'

/** The head of an object (ISO 32000-2, 7.3.10). */
const objectHead = /^\s*\d+\s+\d+\s+obj/
/** Longest white space and keywords around the data of a stream. */
const maxKeywordBytes = 64

/**
 * Leaves out those offsets that are in the data of an embedded file (ISO 32000-2, 7.11.4): a PDF that is attached has
 * signatures and trailers of its own.
 * @param offsets ascending
 */
export function outsideEmbeddedFiles(file: Buffer, offsets: readonly number[]): number[] {
  if (offsets.length === 0) return []
  const ranges = findEmbeddedFiles(file)
  let next = 0
  return offsets.filter((offset) => {
    while (next < ranges.length && ranges[next]!.end <= offset) next++
    return next === ranges.length || offset < ranges[next]!.start
  })
}

/** Where the data of embedded files is, in the order of the file. */
function findEmbeddedFiles(file: Buffer): { start: number; end: number }[] {
  // Few files have any: the objects of others are not read.
  if (!file.includes('EmbeddedFile')) return []
  const starts = listStarts(file)
  return starts.flatMap((start, index) => {
    // Up to the next one: what any section takes for an object is no data.
    const data = findEmbeddedData(file.subarray(start, starts[index + 1] ?? file.length))
    return data ? [{ start: start + data.start, end: start + data.end }] : []
  })
}

/** The offsets of all cross-reference sections and their objects, ascending; none where a section cannot be read. */
function listStarts(file: Buffer): number[] {
  try {
    const sections = xrefChain(file) ?? []
    const objects = sections
      .flatMap((section) => readEntries(file, section))
      .flatMap((entry) => (entry.type === 'offset' && isInPlace(file, entry) ? [entry.offset] : []))
    return [...new Set([...sections.map(({ at }) => at), ...objects])].sort((a, b) => a - b)
  } catch (error) {
    if (error instanceof XRefError) return []
    throw error
  }
}

/** The data of the stream that these bytes are, where it is an embedded file (table 44). */
function findEmbeddedData(object: Buffer): { start: number; end: number } | null {
  const head = objectHead.exec(object.toString('latin1', 0, maxKeywordBytes))?.[0]
  const dictionary = head === undefined ? null : readSource(object, head.length)
  if (dictionary?.kind !== 'dict') return null
  const isEmbeddedFile = dictionary.entries.some(
    ({ key, value }) => key === 'Type' && value.kind === 'name' && value.name === 'EmbeddedFile',
  )
  const keyword = /^\s*stream\r?\n/.exec(
    object.toString('latin1', dictionary.end, dictionary.end + maxKeywordBytes),
  )?.[0]
  const end = object.lastIndexOf('endstream')
  if (!isEmbeddedFile || !keyword || end < 0) return null
  const isWhole = /^endstream\s+endobj\s*$/.test(object.toString('latin1', end))
  return isWhole ? { start: dictionary.end + keyword.length, end } : null
}
