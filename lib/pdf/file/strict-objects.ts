import { viewBytes } from '#lib/core/runtime/bytes'
import { readSource, type Source } from './source.ts'
import { mergeEntries, xrefChain } from './xref.ts'
import { type XRefEntry, XRefError, type XRefSection } from './xref-section.ts'

/** A keyword other than the three that are values. */
const keyword = /^(?!(?:true|false|null)$)[a-z]/i

type LocatedObject = XRefEntry & { type: 'offset' }

/**
 * Whether readers can read every object without recovery (ISO 32000-2, 7.3): each is at its offset in the
 * cross-reference sections under its own number, its syntax is complete, its names have only printable ASCII and
 * complete escapes, and a stream is as long as its /Length. Most readers recover from less; those that compare
 * revisions fail. Objects in object streams are not checked.
 */
export function objectsAreStrict(bytes: Uint8Array): boolean {
  const file = viewBytes(bytes)
  const chain = xrefChain(file)
  if (!chain) return false
  try {
    // The oldest section has a /Prev where the chain is a loop.
    if (chain.at(-1)?.prev !== undefined || !chain.every((section) => isStrictSection(file, section)))
      return false
    const entries = mergeEntries(file, chain)
    if (!chain.every(({ trailer }) => referencesExist(file, trailer, entries))) return false
    return [...entries.values()].every((entry) => entry.type !== 'offset' || isStrict(file, entry, entries))
  } catch (error) {
    if (error instanceof XRefError) return false
    throw error
  }
}

/** A trailer must have /Size, and /Info must be a reference (table 15). */
function isStrictSection(file: Buffer, { isShifted, trailer }: XRefSection): boolean {
  const [size, info] = ['Size', 'Info'].map((name) => trailer.entries.find(({ key }) => key === name)?.value)
  return !isShifted && size?.kind === 'number' && info?.kind !== 'dict' && hasPlainNames(file, trailer)
}

/** Whether every reference in a trailer leads to an object. */
function referencesExist(file: Buffer, value: Source, entries: Map<number, XRefEntry>): boolean {
  if (value.kind === 'array') return value.items.every((item) => referencesExist(file, item, entries))
  if (value.kind === 'dict')
    return value.entries.every((entry) => referencesExist(file, entry.value, entries))
  const number = referenceAt(file, value)
  return number === undefined || (entries.get(number) ?? { type: 'free' }).type !== 'free'
}

function isStrict(file: Buffer, entry: LocatedObject, entries: Map<number, XRefEntry>): boolean {
  const value = objectAt(file, entry)
  if (value === null || !isWholeStream(file, value, entries)) return false
  return isPlain(file, value.start, value.end) || hasPlainNames(file, value)
}

function isPlain(file: Buffer, start: number, end: number): boolean {
  return !/[^\t\n\r -~]|#(?![\da-f]{2})/i.test(file.toString('latin1', start, end))
}

function objectAt(file: Buffer, { number, generation, offset }: LocatedObject): Source | null {
  const head = /^\s*(\d+)\s+(\d+)\s+obj/.exec(file.toString('latin1', offset, offset + 64))
  if (Number(head?.[1]) !== number || Number(head?.[2]) !== generation) return null
  const value = readSource(file, offset + head![0].length)
  // The value is missing where a keyword such as `endobj` follows `obj`.
  return value?.kind === 'other' && keyword.test(file.toString('latin1', value.start, value.end))
    ? null
    : value
}

/** Other characters must be escaped as `#` and their code (7.3.5). */
function hasPlainNames(file: Buffer, value: Source): boolean {
  switch (value.kind) {
    case 'name':
      return isPlain(file, value.start, value.end)
    case 'array':
      return value.items.every((item) => hasPlainNames(file, item))
    case 'dict':
      return value.entries.every(
        (entry) => isPlain(file, entry.keyStart, entry.keyEnd) && hasPlainNames(file, entry.value),
      )
    default:
      return true
  }
}

/** Whether a stream is as long as its /Length (7.3.8.1); true for other values. */
function isWholeStream(file: Buffer, value: Source, entries: Map<number, XRefEntry>): boolean {
  const streamKeyword = /^\s*stream(\r\n|\n|\r|)/.exec(file.toString('latin1', value.end, value.end + 64))
  if (value.kind !== 'dict' || !streamKeyword) return true
  const declared = value.entries.find(({ key }) => key === 'Length')?.value
  const lengthNumber = declared && referenceAt(file, declared)
  const entry = lengthNumber === undefined ? undefined : entries.get(lengthNumber)
  if (entry?.type === 'packed') return true
  const length = entry?.type === 'offset' ? objectAt(file, entry) : declared
  if (length?.kind !== 'number') return false
  const end = value.end + streamKeyword[0].length + length.number
  return /^\s*endstream/.test(file.toString('latin1', end, end + 64))
}

/** The object number of a reference; undefined for any other value. */
function referenceAt(file: Buffer, { start, end }: Source): number | undefined {
  const reference = /^(\d+)\s+\d+\s+R$/.exec(file.toString('latin1', start, end))
  return reference ? Number(reference[1]) : undefined
}
