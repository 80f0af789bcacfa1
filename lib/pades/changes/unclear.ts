import type { Source } from '#lib/pdf/file/source'
import { endOfContainer } from '#lib/pdf/file/stray-delimiters'

/** A string, a reference, or one of the keywords that are values (ISO 32000-2, 7.3). */
const token = /^(?:\(|<[\da-fA-F\0\t\n\f\r ]*>$|(?:true|false|null)$|\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R$)/
/** An escape that is incomplete or stands for no character (7.3.5). */
const wrongEscape = /#(?![\da-f]{2})|#00/i
const byteOrderMark = '\xef\xbb\xbf'
/** A reference, also with signs that some readers skip. */
const reference = /(?<!\d)(\d{1,20})[\0\t\n\f\r ]+[+-]{0,9}\d{1,20}[\0\t\n\f\r ]+R/g

/**
 * What readers may take for something else in a value: a key with two values (ISO 32000-2, 7.3.7), a word that is no
 * token, a name with a wrong escape. Null without any.
 */
export function findUnclear(bytes: Buffer, value: Source): string | null {
  if (value.kind === 'array') return findFirst(value.items, (item) => findUnclear(bytes, item))
  if (value.kind === 'name') return findInName(bytes.toString('latin1', value.start, value.end))
  if (value.kind === 'other') {
    const text = bytes.toString('latin1', value.start, value.end)
    return token.test(text) ? null : `the word ${text.slice(0, 20)}`
  }
  if (value.kind !== 'dict') return null
  const values = new Map<string, Source>()
  return findFirst(value.entries, (entry) => {
    const earlier = values.get(entry.key)
    values.set(entry.key, entry.value)
    if (earlier && !getBytes(bytes, earlier).equals(getBytes(bytes, entry.value)))
      return 'two values for one key'
    return (
      findInName(bytes.toString('latin1', entry.keyStart, entry.keyEnd)) ?? findUnclear(bytes, entry.value)
    )
  })
}

function getBytes(bytes: Buffer, { start, end }: Source): Buffer {
  return bytes.subarray(start, end)
}

function findFirst<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

function findInName(raw: string): string | null {
  return wrongEscape.test(raw) || unescapeName(raw).startsWith(`/${byteOrderMark}`) ? `the name ${raw}` : null
}

function unescapeName(raw: string): string {
  return raw.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Adds the names in a value to `spellings`: as @libpdf/core decodes each → its bytes. Returns one that is there with
 * other bytes, which readers tell apart; null without any.
 */
export function findOtherName(bytes: Buffer, value: Source, spellings: Map<string, string>): string | null {
  const findName = (name: string, start: number, end: number) => {
    const raw = bytes.toString('latin1', start, end)
    // Printable ASCII is decoded to itself.
    if (!/[#\x80-\xff]/.test(raw)) return null
    const spelling = unescapeName(raw)
    const earlier = spellings.get(name) ?? spelling
    spellings.set(name, spelling)
    return earlier === spelling ? null : name
  }
  if (value.kind === 'name') return findName(value.name, value.start, value.end)
  if (value.kind === 'array') return findFirst(value.items, (item) => findOtherName(bytes, item, spellings))
  if (value.kind !== 'dict') return null
  return findFirst(
    value.entries,
    ({ key, keyStart, keyEnd, value: inner }) =>
      findName(key, keyStart, keyEnd) ?? findOtherName(bytes, inner, spellings),
  )
}

/** Object number → how many references there may be to it in the dictionary or array at an offset, however damaged it is. */
export function countRefs(bytes: Buffer, offset: number): Map<number, number> {
  const text = bytes.toString('latin1', offset, endOfContainer(bytes, offset) ?? bytes.length)
  const [all, withoutComments] = [text, text.replace(/%[^\r\n]*/g, ' ')].map((part) => {
    const counts = new Map<number, number>()
    for (const [, number] of part.matchAll(reference))
      counts.set(Number(number), (counts.get(Number(number)) ?? 0) + 1)
    return counts
  })
  for (const [number, count] of withoutComments!) all!.set(number, Math.max(count, all!.get(number) ?? 0))
  return all!
}
