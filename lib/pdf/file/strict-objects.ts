import { readSource, type Source } from './source.ts'
import { entriesOf, xrefChain } from './xref.ts'
import { type XRefEntry, XRefError, type XRefSection } from './xref-section.ts'

/** Anything but the values that are written as words. */
const keyword = /^(?!(?:true|false|null)$)[a-z]/i

type Located = XRefEntry & { type: 'offset' }

/**
 * Whether no reader has to guess at the objects of a file (ISO 32000-2, 7.3): each stands where the cross-reference
 * sections say under its own number, its syntax is complete, its names have printable ASCII and whole escapes only, and a stream has as
 * many bytes as its /Length says. Most readers make up for less; those that compare revisions give up. Objects within
 * object streams are not looked into.
 */
export function objectsAreStrict(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chain = xrefChain(file)
  if (!chain) return false
  try {
    // The oldest section names one before it where the chain leads back to itself.
    if (chain.at(-1)?.prev !== undefined || !chain.every((section) => isStrictSection(file, section)))
      return false
    const entries = entriesOf(file, chain)
    if (!chain.every(({ trailer }) => leadsSomewhere(file, trailer, entries))) return false
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

/** Whether there is an object for every reference in a trailer. */
function leadsSomewhere(file: Buffer, value: Source, entries: Map<number, XRefEntry>): boolean {
  if (value.kind === 'array') return value.items.every((item) => leadsSomewhere(file, item, entries))
  if (value.kind === 'dict') return value.entries.every((entry) => leadsSomewhere(file, entry.value, entries))
  const number = referenceAt(file, value)
  return number === undefined || (entries.get(number) ?? { type: 'free' }).type !== 'free'
}

function isStrict(file: Buffer, entry: Located, entries: Map<number, XRefEntry>): boolean {
  const value = objectAt(file, entry)
  if (value === null || !isWholeStream(file, value, entries)) return false
  return isPlain(file, value.start, value.end) || hasPlainNames(file, value)
}

function isPlain(file: Buffer, start: number, end: number): boolean {
  return !/[^\t\n\r -~]|#(?![\da-f]{2})/i.test(file.toString('latin1', start, end))
}

function objectAt(file: Buffer, { number, generation, offset }: Located): Source | null {
  const head = /^\s*(\d+)\s+(\d+)\s+obj/.exec(file.toString('latin1', offset, offset + 64))
  if (Number(head?.[1]) !== number || Number(head?.[2]) !== generation) return null
  const value = readSource(file, offset + head![0].length)
  // Such as `endobj`, where there is nothing.
  return value?.kind === 'other' && keyword.test(file.toString('latin1', value.start, value.end))
    ? null
    : value
}

/** Others must be written as `#` and their code (7.3.5). */
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

/** 7.3.8.1; true for what is no stream. */
function isWholeStream(file: Buffer, value: Source, entries: Map<number, XRefEntry>): boolean {
  const begin = /^\s*stream(\r\n|\n|\r|)/.exec(file.toString('latin1', value.end, value.end + 64))
  if (value.kind !== 'dict' || !begin) return true
  const given = value.entries.find(({ key }) => key === 'Length')?.value
  const number = given && referenceAt(file, given)
  const entry = number === undefined ? undefined : entries.get(number)
  if (entry?.type === 'packed') return true
  const length = entry?.type === 'offset' ? objectAt(file, entry) : given
  if (length?.kind !== 'number') return false
  const end = value.end + begin[0].length + length.number
  return /^\s*endstream/.test(file.toString('latin1', end, end + 64))
}

/** The number of the object that a value refers to; undefined for any other value. */
function referenceAt(file: Buffer, { start, end }: Source): number | undefined {
  const reference = /^(\d+)\s+\d+\s+R$/.exec(file.toString('latin1', start, end))
  return reference ? Number(reference[1]) : undefined
}
