import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import type { Source, SourceEntry } from './source.ts'
import type { ObjectSource } from './source-reader.ts'

type Writer = Parameters<PdfObject['toBytes']>[0]

/**
 * Writes an object with the bytes that its names and numbers have in the file, wherever they still say the same:
 * @libpdf/core rounds numbers to five decimals, and writes escaped names that are no UTF-8 with other bytes. Entries
 * whose names it takes for the same one are copied.
 * @param found where the object stands; null when it was not found there
 * @throws Error for a name that is not ASCII in an object that was not found: its bytes are not known.
 */
export function writeAsRead(writer: Writer, object: PdfObject, found: ObjectSource | null): void {
  const bytes = found?.bytes ?? Buffer.alloc(0)
  write(object, found?.value)

  function write(part: PdfObject, source: Source | undefined): void {
    if (part instanceof PdfStream) part.toBytes(writer)
    else if (part instanceof PdfDict) writeDict(part, source?.kind === 'dict' ? source.entries : [])
    else if (part instanceof PdfArray) {
      const items = source?.kind === 'array' ? source.items : []
      writer.writeAscii('[')
      for (const [index, item] of part.toArray().entries()) {
        if (index > 0) writer.writeAscii(' ')
        write(item, items[index])
      }
      writer.writeAscii(']')
    } else if (source && saysTheSame(part, source)) copy(source.start, source.end)
    else {
      if (!found) refuseForeignName(part)
      part.toBytes(writer)
    }
  }

  function writeDict(dict: PdfDict, entries: SourceEntry[]): void {
    const byKey = Map.groupBy(entries, ({ key }) => key)
    writer.writeAscii('<<\n')
    for (const [key, sources] of byKey) {
      const current = dict.get(key)
      if (current === undefined) continue
      // The last of several counts, but for different names that only look the same.
      const named = new Map(sources.map((entry) => [rawKey(entry), entry]))
      for (const { keyStart, keyEnd, value: source } of named.values()) {
        copy(keyStart, keyEnd)
        writer.writeAscii(' ')
        if (named.size > 1) copy(source.start, source.end)
        else write(current, source)
        writer.writeAscii('\n')
      }
    }
    for (const [key, current] of dict) {
      if (byKey.has(key.value)) continue
      write(key, undefined)
      writer.writeAscii(' ')
      write(current, undefined)
      writer.writeAscii('\n')
    }
    writer.writeAscii('>>')
  }

  function rawKey({ keyStart, keyEnd }: SourceEntry): string {
    return bytes.toString('latin1', keyStart, keyEnd)
  }

  function copy(from: number, to: number): void {
    writer.writeBytes(bytes.subarray(from, to))
  }
}

function saysTheSame(part: PdfObject, source: Source): boolean {
  if (part instanceof PdfName) return source.kind === 'name' && source.name === part.value
  return part instanceof PdfNumber && source.kind === 'number' && source.number === part.value
}

function refuseForeignName(part: PdfObject): void {
  if (part instanceof PdfName && /[^\x20-\x7e]/.test(part.value))
    throw new Error(`The name ${part.value} cannot be written again unchanged.`)
}
