import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import type { Source, SourceEntry } from './source.ts'
import type { ObjectSource } from './source-reader.ts'

type Writer = Parameters<PdfObject['toBytes']>[0]

/**
 * Writes an object, keeping the bytes of names, numbers and strings that did not change: @libpdf/core would round numbers
 * to five decimals, re-encode escaped names that are not UTF-8, and write CR without the escape that keeps it one. Entries whose keys the library cannot tell apart
 * are copied.
 * @param original the object in the file; null for an object that is new or was not found
 * @throws Error for a non-ASCII name in an object without a source: its original bytes are unknown
 */
export function writeAsRead(writer: Writer, object: PdfObject, original: ObjectSource | null): void {
  const bytes = original?.bytes ?? Buffer.alloc(0)
  write(object, original?.value)

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
    } else if (source && isUnchanged(part, source, bytes)) copy(source.start, source.end)
    else if (part instanceof PdfString && part.bytes.includes(0x0d))
      PdfString.fromBytes(part.bytes).toBytes(writer)
    else {
      if (!original) assertAsciiName(part)
      part.toBytes(writer)
    }
  }

  function writeDict(dict: PdfDict, entries: SourceEntry[]): void {
    // Of a repeated key the last entry counts: all stay in their order, as keys of other spellings may be the same name.
    const lastEntries = new Set(new Map(entries.map((entry) => [rawKey(entry), entry])).values())
    const kept = entries.filter((entry) => lastEntries.has(entry))
    const keptByKey = Map.groupBy(kept, ({ key }) => key)
    writer.writeAscii('<<\n')
    for (const { key, keyStart, keyEnd, value: source } of kept) {
      const current = dict.get(key)
      if (current === undefined) continue
      copy(keyStart, keyEnd)
      writer.writeAscii(' ')
      // Keys that only decode to the same text all keep their values.
      if (keptByKey.get(key)!.length > 1) copy(source.start, source.end)
      else write(current, source)
      writer.writeAscii('\n')
    }
    for (const [key, current] of dict) {
      if (keptByKey.has(key.value)) continue
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

  function copy(start: number, end: number): void {
    writer.writeBytes(bytes.subarray(start, end))
  }
}

function isUnchanged(part: PdfObject, source: Source, bytes: Buffer): boolean {
  if (part instanceof PdfName) return source.kind === 'name' && source.name === part.value
  if (part instanceof PdfString)
    return readString(bytes.subarray(source.start, source.end))?.equals(part.bytes) ?? false
  return part instanceof PdfNumber && source.kind === 'number' && source.number === part.value
}

function assertAsciiName(part: PdfObject): void {
  if (part instanceof PdfName && /[^\x20-\x7e]/.test(part.value))
    throw new Error(`The name ${part.value} cannot be written unchanged: its original bytes are unknown.`)
}

const escaped: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The bytes of a string (ISO 32000-2, 7.3.4) as @libpdf/core reads it; null for another object. */
function readString(source: Buffer): Buffer | null {
  const text = source.toString('latin1')
  if (/^<[^<]/.test(text)) {
    const digits = text.replace(/[^\da-f]/gi, '')
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }
  if (!text.startsWith('(')) return null
  const value = text
    .slice(1, -1)
    .replace(
      /\\(?:([0-7]{1,3})|\r\n|[\r\n]|([\s\S]))|\r\n?/g,
      (match, octal?: string, character?: string) => {
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
        if (character !== undefined) return escaped[character] ?? character
        return match.startsWith('\\') ? '' : '\n'
      },
    )
  return Buffer.from(value, 'latin1')
}
