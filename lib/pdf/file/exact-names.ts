import { type PDF, type PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { asDict, findInheritedEntry, hasValue, resolver } from '../check/inspect.ts'
import type { Source } from './source.ts'
import { type ObjectSource, SourceReader } from './source-reader.ts'
import { xrefChain } from './xref.ts'

/*
 * Names are equal byte for byte, and need not be UTF-8 (ISO 32000-2, 7.3.5), which @libpdf/core makes of them: different
 * names can become equal, and are then written with other bytes. Here a name that is not UTF-8 has lone surrogates for
 * its bytes from 0x80 on, and is written as it was read.
 */

/** Finds the source of an object. */
type FindObject = (ref: PdfRef) => ObjectSource | null

const finders = new WeakMap<PDF, FindObject>()
const ascii = /^[\x20-\x7e]*$/

/** Keeps the bytes that `pdf` was opened from, to read names again. */
export function keepSource(pdf: PDF, file: Uint8Array): void {
  const found = new Map<PdfRef, ObjectSource | null>()
  let reader: SourceReader | null | undefined
  finders.set(pdf, (ref) => {
    if (reader === undefined) {
      const chain = xrefChain(file)
      reader = chain && new SourceReader(pdf, file, chain)
    }
    const source = found.has(ref) ? found.get(ref)! : (reader?.find(ref) ?? null)
    found.set(ref, source)
    return source
  })
}

/** A name that is the value of an entry; undefined for any other value. */
export function readExactName(pdf: PDF, dict: PdfDict, key: string): PdfName | undefined {
  const name = dict.getName(key, resolver(pdf))
  if (!name || isExact(name)) return name
  const found = findSource(pdf, dict, [key])
  const isUnchanged = found?.value.kind === 'name' && found.value.name === name.value
  return isUnchanged ? toName(found.bytes, found.value.start, found.value.end) : name
}

/** An entry like `findInheritedEntry`, of which a name is exact. */
export function findExactEntry(pdf: PDF, dict: PdfDict, key: string): PdfObject | undefined {
  const resolve = resolver(pdf)
  const value = findInheritedEntry(dict, key, resolve)
  if (!(value instanceof PdfName)) return value
  let holder = dict
  while (!hasValue(holder, key, resolve)) holder = asDict(holder.get('Parent', resolve))!
  return readExactName(pdf, holder, key)
}

/** The keys of the dictionary that this path of keys leads to; none where there is none. */
export function readExactKeys(pdf: PDF, dict: PdfDict, path: readonly string[]): PdfName[] {
  const end = path.reduce<PdfDict | null>((node, key) => asDict(node?.get(key, resolver(pdf))), dict)
  const keys = [...(end?.keys() ?? [])]
  if (keys.every(isExact)) return keys
  const found = findSource(pdf, dict, path)
  const entries = found?.value.kind === 'dict' ? found.value.entries : []
  const known = new Set(entries.map(({ key }) => key))
  if (!found || !keys.every(({ value }) => known.has(value))) return keys
  return [...new Set(entries.map(({ keyStart, keyEnd }) => toName(found.bytes, keyStart, keyEnd)))]
}

function isExact({ value }: PdfName): boolean {
  return ascii.test(value) || !value.isWellFormed()
}

/** The text of a name for people: one that is not UTF-8 is read in PDFDocEncoding, as viewers do. */
export function shownName(name: string): string {
  return name.isWellFormed() ? name : PdfString.fromBytes(Buffer.from(name, 'latin1')).asString()
}

/** The source of the value that a path of keys leads to; null where it is not found. */
function findSource(pdf: PDF, dict: PdfDict, path: readonly string[]): ObjectSource | null {
  const findObject = finders.get(pdf) ?? (() => null)
  const ref = pdf.context.registry.getRef(dict)
  let found = ref && findObject(ref)
  let node: PdfDict | null = dict
  for (const key of path) {
    const value = node?.get(key)
    if (value instanceof PdfRef) found = findObject(value)
    else found = found && withValue(found, findEntry(found.value, key))
    node = asDict(value instanceof PdfRef ? resolver(pdf)(value) : value)
  }
  return found
}

function withValue({ bytes }: ObjectSource, value: Source | undefined): ObjectSource | null {
  return value ? { bytes, value } : null
}

/** Of a repeated key the last entry counts. */
function findEntry(source: Source, key: string): Source | undefined {
  return source.kind === 'dict' ? source.entries.findLast((entry) => entry.key === key)?.value : undefined
}

/** The name that is written from its slash at `start` up to `end`. */
function toName(file: Buffer, start: number, end: number): PdfName {
  const bytes = Buffer.from(
    file
      .toString('latin1', start + 1, end)
      .replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  try {
    return PdfName.of(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    const text = bytes
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)))
    const escaped = bytes.reduce((name, byte) => `${name}#${byte.toString(16).padStart(2, '0')}`, '/')
    const name = PdfName.of(text)
    name.toBytes = (writer) => writer.writeAscii(escaped)
    return name
  }
}
