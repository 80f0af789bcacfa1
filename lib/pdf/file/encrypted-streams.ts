import { type PDF, PdfArray, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { viewBytes } from '#lib/core/runtime/bytes'
import { asDict, resolver } from '../check/inspect.ts'
import { inflatedSize, inflationLimits, unescapeNames } from './inflation.ts'
import { loadPdf } from './load.ts'
import { mergeEntries, readFileEntries, withXRefStream, xrefChain } from './xref.ts'
import type { XRefEntry, XRefSection } from './xref-section.ts'

const compressions = ['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL']
/** In a trailer (ISO 32000-2, 7.6.2). */
const namesEncryption = /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/

/**
 * Whether the streams that a reader inflates when it opens an encrypted file exceed the limits: the object streams,
 * of which `inflatesTooMuch` sees the encrypted bytes only. True too where the file cannot be read well enough to tell.
 * @param options `everyStream`: all streams except images
 */
export async function decryptsToTooMuch(
  bytes: Uint8Array,
  { everyStream = false, limits = inflationLimits } = {},
): Promise<boolean> {
  const file = viewBytes(bytes)
  const chain = xrefChain(file)
  if (!chain) return namesEncryption.test(unescapeNames(file.toString('latin1')))
  try {
    const opened = await openEncrypted(file, chain)
    // Without the key nothing is decrypted.
    if (!opened?.pdf.isAuthenticated) return false
    return await streamsInflateTooMuch(opened.pdf, opened.entries, { everyStream, limits })
  } catch {
    return true
  }
}

/** Why a file that `needsPassword` is refused. */
export const passwordMessage =
  'This PDF is protected by a password. Remove the protection and upload it again.'

/** Whether the pages open only with a password, or the key of a certificate; false for a file that cannot be opened at all. */
export async function needsPassword(bytes: Uint8Array): Promise<boolean> {
  const file = viewBytes(bytes)
  const chain = xrefChain(file)
  const opened = chain && (await openEncrypted(file, chain).catch(() => null))
  if (!opened || opened.pdf.isAuthenticated) return false
  const resolve = resolver(opened.pdf)
  const encryption = asDict(opened.pdf.context.info.trailer.get('Encrypt', resolve))
  // A trailer may name null in place of an encryption dictionary.
  if (!encryption) return false
  // Crypt filters (7.6.6): without one for streams and strings only the attachments are encrypted.
  const isPlain = (name: string) => (encryption.getName(name, resolve)?.value ?? 'Identity') === 'Identity'
  return (encryption.getNumber('V', resolve)?.value ?? 0) < 4 || !isPlain('StmF') || !isPlain('StrF')
}

/** Opens an encrypted file as `openUninflated` does; null for one that is not encrypted. @throws XRefError */
async function openEncrypted(
  file: Buffer,
  chain: readonly [XRefSection, ...XRefSection[]],
): Promise<{ pdf: PDF; entries: XRefEntry[] } | null> {
  const { trailer } = chain[0]
  if (!trailer.entries.some(({ key }) => key === 'Encrypt')) return null
  const entries = [...mergeEntries(file, chain).values()]
  const pdf = await openUninflated(file, readFileEntries(file, trailer, ['ID', 'Encrypt']), entries)
  return { pdf, entries }
}

async function streamsInflateTooMuch(
  pdf: PDF,
  entries: readonly XRefEntry[],
  { everyStream, limits }: { everyStream: boolean; limits: typeof inflationLimits },
): Promise<boolean> {
  const objectStreams = new Set(entries.flatMap((entry) => (entry.type === 'packed' ? [entry.stream] : [])))
  let total = 0
  for (const entry of entries) {
    const isStructural = objectStreams.has(entry.number)
    if (entry.type !== 'offset' || (!everyStream && !isStructural)) continue
    const stream = pdf.context.resolve(PdfRef.of(entry.number, isStructural ? 0 : entry.generation))
    if (!(stream instanceof PdfStream) || (!isStructural && stream.getName('Subtype')?.value === 'Image'))
      continue
    // Two compressions multiply the size; no writer needs them for these streams.
    const filters = readFilters(pdf, stream)
    if (isStructural && filters.filter((name) => compressions.includes(name)).length > 1) return true
    const size = await inflatedSize(Buffer.from(stream.data), Math.min(limits.stream, limits.file - total))
    if (size === null) return true
    total += size
  }
  return false
}

/**
 * Opens an encrypted file without its catalog and the objects in object streams: nothing is inflated.
 * @param trailer the entries that decrypt it
 */
function openUninflated(file: Buffer, trailer: string, entries: readonly XRefEntry[]): Promise<PDF> {
  const number = entries.reduce((highest, entry) => Math.max(highest, entry.number), 0) + 1
  const catalog = Buffer.from(`\n${number} 0 obj\n<< /Type /Catalog >>\nendobj\n`, 'latin1')
  const listed: XRefEntry[] = [
    ...entries.filter(({ type }) => type === 'offset'),
    { number: 0, type: 'free', generation: 65535 },
    { number, type: 'offset', generation: 0, offset: file.length + 1 },
  ]
  return loadPdf(withXRefStream([file, catalog], listed, `${trailer} /Root ${number} 0 R`), {
    lenient: false,
  })
}

/**
 * Whether one crypt filter is for all strings and streams (ISO 32000-2, 7.6.6): @libpdf/core decrypts with that of the
 * streams whatever the file names for strings, embedded files and single streams.
 */
export function hasOneCryptFilter(pdf: PDF, bytes: Uint8Array): boolean {
  const resolve = resolver(pdf)
  const encryption = asDict(pdf.context.info.trailer.get('Encrypt', resolve))
  const name = (key: string) => encryption?.getName(key, resolve)?.value
  if ((encryption?.getNumber('V', resolve)?.value ?? 0) >= 4) {
    const forStreams = name('StmF') ?? 'Identity'
    const others = [name('StrF') ?? 'Identity', name('EFF') ?? forStreams]
    if (forStreams === 'Identity' || others.some((other) => other !== forStreams)) return false
  }
  const chain = xrefChain(bytes)
  if (!chain) return false
  for (const entry of mergeEntries(bytes, chain).values()) {
    if (entry.type !== 'offset') continue
    const object = findReadable(pdf, PdfRef.of(entry.number, entry.generation))
    if (object instanceof PdfStream && readFilters(pdf, object).includes('Crypt')) return false
  }
  return true
}

/** The object; null where it cannot be read, which does not matter where nothing refers to it. */
function findReadable(pdf: PDF, ref: PdfRef): PdfObject | null {
  try {
    return pdf.context.resolve(ref)
  } catch {
    return null
  }
}

function readFilters(pdf: PDF, stream: PdfStream): string[] {
  const resolve = resolver(pdf)
  const filter = stream.get('Filter', resolve)
  const names = filter instanceof PdfArray ? filter.toArray() : [filter]
  return names.flatMap((item) => {
    const value = item instanceof PdfRef ? resolve(item) : item
    return value instanceof PdfName ? [value.value] : []
  })
}
