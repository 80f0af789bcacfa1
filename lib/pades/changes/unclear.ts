import type { Source, SourceEntry } from '#lib/pdf/file/source'

/** A string, a reference, or one of the keywords that are values (ISO 32000-2, 7.3). */
const token = /^(?:\(|<[\da-fA-F\0\t\n\f\r ]*>$|(?:true|false|null)$|\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R$)/
/** An escape that stands for no character (7.3.5). */
const nullEscape = /#00/
/** A number sign that begins no escape (7.3.5): readers keep it, skip it, or end the name there. */
const incompleteEscape = /#(?![\da-f]{2})/i
/** Up to this many characters, what two keys begin with is compared. */
const comparedCharacters = 8
const byteOrderMark = '\xef\xbb\xbf'
/** PDFium ends a word after 255 characters. */
const maxNumberLength = 60
/** A reference, also with signs that some readers skip. */
const reference = /(?<!\d)(\d{1,20})[\0\t\n\f\r ]+[+-]{0,9}\d{1,20}[\0\t\n\f\r ]+R/g

/**
 * What readers may take for something else in a value: a key with two values (ISO 32000-2, 7.3.7), a word that is no
 * token, a very long number, a name with a wrong escape; but not an incomplete one (`listOddNames`). Null without any.
 */
export function findUnclear(bytes: Buffer, value: Source): string | null {
  if (value.kind === 'array') return findFirst(value.items, (item) => findUnclear(bytes, item))
  if (value.kind === 'name') return findInName(bytes.toString('latin1', value.start, value.end))
  if (value.kind === 'number') return value.end - value.start > maxNumberLength ? 'a very long number' : null
  if (value.kind === 'other') {
    const text = bytes.toString('latin1', value.start, value.end)
    if (/^\d/.test(text) && text.length > maxNumberLength) return 'a very long reference'
    return token.test(text) ? null : `the word ${text.slice(0, 20)}`
  }
  if (value.kind !== 'dict') return null
  const entries = new Map<string, { raw: string; value: Source }>()
  return findFirst(value.entries, ({ key, keyStart, keyEnd, value: inner }) => {
    const raw = bytes.toString('latin1', keyStart, keyEnd)
    const earlier = entries.get(key)
    entries.set(key, { raw, value: inner })
    if (earlier && !getBytes(bytes, earlier.value).equals(getBytes(bytes, inner)))
      return unescapeName(earlier.raw) === unescapeName(raw)
        ? 'two values for one key'
        : `the keys ${earlier.raw} and ${raw}, which some readers take for one`
    return findInName(raw) ?? findUnclear(bytes, inner)
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
  return nullEscape.test(raw) || unescapeName(raw).startsWith(`/${byteOrderMark}`) ? `the name ${raw}` : null
}

function unescapeName(raw: string): string {
  return raw.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * The names in a value that have incomplete escapes, each behind the keys that lead to it; of such a key also its value,
 * and the entries beside it that readers may take for the same. Where two versions of an object have equal lists, these
 * names hide no difference from @libpdf/core.
 */
export function listOddNames(bytes: Buffer, value: Source): string[] {
  const list: string[] = []
  const visitWithin = (key: string, inner: Source) => {
    list.push('<', key)
    const { length } = list
    visit(inner)
    if (list.length > length) list.push('>')
    else list.length -= 2
  }
  const visit = (part: Source) => {
    if (part.kind === 'name') {
      const raw = getBytes(bytes, part).toString('latin1')
      if (incompleteEscape.test(raw)) list.push(raw)
    } else if (part.kind === 'array')
      for (const [index, item] of part.items.entries()) visitWithin(String(index), item)
    else if (part.kind === 'dict') {
      const isOdd = oddKeyTest(bytes, part.entries)
      for (const { keyStart, keyEnd, value: inner } of part.entries) {
        const raw = bytes.toString('latin1', keyStart, keyEnd)
        if (isOdd(raw)) list.push(raw, toSyntax(bytes, inner))
        else visitWithin(raw, inner)
      }
    }
  }
  visit(value)
  return list
}

/** Whether a key of this dictionary has an incomplete escape, or begins as one before that. */
function oddKeyTest(bytes: Buffer, entries: readonly SourceEntry[]): (raw: string) => boolean {
  const beginnings = new Set<string>()
  for (const { keyStart, keyEnd } of entries) {
    const raw = bytes.toString('latin1', keyStart, keyEnd)
    const at = raw.search(incompleteEscape)
    if (at >= 0) beginnings.add(unescapeName(raw.slice(0, at)).slice(0, comparedCharacters))
  }
  if (beginnings.size === 0) return () => false
  return (raw) => {
    const key = unescapeName(raw).slice(0, comparedCharacters)
    return [...key].some((_, index) => beginnings.has(key.slice(0, index + 1)))
  }
}

/** The tokens of a value, separated by one space each. */
function toSyntax(bytes: Buffer, value: Source): string {
  const tokens: string[] = []
  const visit = (part: Source) => {
    if (part.kind === 'array') {
      tokens.push('[')
      part.items.forEach(visit)
      tokens.push(']')
    } else if (part.kind === 'dict') {
      tokens.push('<<')
      for (const { keyStart, keyEnd, value: inner } of part.entries) {
        tokens.push(bytes.toString('latin1', keyStart, keyEnd))
        visit(inner)
      }
      tokens.push('>>')
    } else tokens.push(getBytes(bytes, part).toString('latin1'))
  }
  visit(value)
  return tokens.join(' ')
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

/** Paths of rectangles, whose numbers all readers take as reals: some writers make them so. */
const box = /\0(?:Rect|\w*Box)\0$/

/** How the earlier versions of an object write its numbers and strings. */
export interface Writing {
  /** The numbers that one of them writes as integers: the path to each, its value, and its place among equal ones. */
  integers: Set<string>
  /**
   * The literal strings in arrays of the version before that have a CR which is not escaped, such as a palette; null before
   * the first version. Those of entries are texts and scripts, in which an end-of-line marker is one.
   */
  strings: string[] | null
}

/**
 * Adds a version of an object to `writing`. Returns what @libpdf/core finds equal to an earlier version, and readers do
 * not: a real for an integer (ISO 32000-2, 7.3.3), which some ignore where an integer is required, and a string with
 * another end-of-line marker, which some do not read as one LF (7.3.4.2). Null without any.
 */
export function findOtherWriting(bytes: Buffer, value: Source, writing: Writing): string | null {
  const counts = new Map<string, number>()
  const strings: string[] = []
  const visit = (source: Source, path: string): string | null => {
    if (source.kind === 'array') return findFirst(source.items, (item) => visit(item, `${path}\0`))
    if (source.kind === 'dict')
      return findFirst(source.entries, (entry) => visit(entry.value, `${path}\0${entry.key}`))
    const text = getBytes(bytes, source).toString('latin1')
    const isInArray = path.endsWith('\0')
    if (isInArray && text.startsWith('(') && text.replace(/\\[\s\S]/g, '').includes('\r')) strings.push(text)
    if (source.kind !== 'number' || box.test(path)) return null
    const place = `${path}\0${source.number}`
    const count = counts.get(place) ?? 0
    counts.set(place, count + 1)
    if (!text.includes('.')) writing.integers.add(`${place} ${count}`)
    else if (writing.integers.has(`${place} ${count}`)) return `the integer ${source.number} as a real number`
    return null
  }
  const found = visit(value, '')
  if (found !== null) return found
  const isSame = writing.strings === null || writing.strings.join() === strings.join()
  writing.strings = strings
  return isSame ? null : 'a string with another end-of-line marker'
}

/** Object number → how many references there may be to it in the text of an object, however damaged it is. */
export function countRefs(text: string): Map<number, number> {
  const [all, withoutComments] = [text, text.replace(/%[^\r\n]*/g, ' ')].map((part) => {
    const counts = new Map<number, number>()
    for (const [, number] of part.matchAll(reference))
      counts.set(Number(number), (counts.get(Number(number)) ?? 0) + 1)
    return counts
  })
  for (const [number, count] of withoutComments!) all!.set(number, Math.max(count, all!.get(number) ?? 0))
  return all!
}
