import { type PdfObject, PdfStream } from '@libpdf/core'
import { readSource, type Source } from '#lib/pdf/file/source'
import type { XRefEntry } from '#lib/pdf/file/xref-section'
import { RevisionError } from './revisions.ts'

/**
 * Refuses a dictionary of a later revision in which a key has two values (ISO 32000-2, 7.3.7): readers show either.
 * Of an object stream, the objects in it are checked.
 * @param object what the entry leads to
 * @throws RevisionError
 */
export function assertKeysOnce(file: Buffer, entry: XRefEntry, object: PdfObject | null): void {
  if (entry.type !== 'offset') return
  const head = /^\s*\d+\s+\d+\s+obj/.exec(file.toString('latin1', entry.offset, entry.offset + 64))
  const sources = [{ bytes: file, at: entry.offset + (head?.[0].length ?? 0) }]
  if (object instanceof PdfStream && object.getName('Type')?.value === 'ObjStm')
    sources.push(...listPacked(object))
  for (const { bytes, at } of sources) {
    const value = readSource(bytes, at)
    if (value && hasRepeatedKey(bytes, value))
      throw new RevisionError(`A dictionary of object ${entry.number} has two values for one key.`)
  }
}

/** Whether a key has two values in a dictionary, also in one within; twice the same value has no effect. */
function hasRepeatedKey(bytes: Buffer, value: Source): boolean {
  if (value.kind === 'array') return value.items.some((item) => hasRepeatedKey(bytes, item))
  if (value.kind !== 'dict') return false
  const texts = new Map<string, string>()
  return value.entries.some((entry) => {
    const text = bytes.toString('latin1', entry.value.start, entry.value.end)
    const earlier = texts.get(entry.key)
    texts.set(entry.key, text)
    return (earlier !== undefined && earlier !== text) || hasRepeatedKey(bytes, entry.value)
  })
}

/** Where the objects of an object stream begin (7.5.7). */
function listPacked(stream: PdfStream): { bytes: Buffer; at: number }[] {
  const bytes = Buffer.from(stream.getDecodedData())
  const first = stream.getNumber('First')?.value ?? 0
  const numbers = bytes.toString('latin1', 0, first).trim().split(/\s+/).map(Number)
  return numbers.flatMap((offset, index) => (index % 2 === 1 ? [{ bytes, at: first + offset }] : []))
}
