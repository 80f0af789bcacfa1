import { type Source, skipWhiteSpace } from '#lib/pdf/file/source'
import { type LaterSection, RevisionError } from './revisions.ts'
import type { Sources } from './sources.ts'
import { type Addition, isUsed } from './versions.ts'

/** What a reader that rebuilds the file finds in it, though no cross-reference section leads to it. */
export interface Unlisted {
  at: number
  message: string
}

/** An object or a cross-reference table in the file. */
interface Place {
  start: number
  end: number
}

/** What may stand between a dictionary and the data of its stream. */
const streamKeyword = /^(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*stream/

/**
 * The last object or trailer after the first `length` bytes that no cross-reference section leads to; null without any.
 * @throws RevisionError where an object cannot be read
 */
export function findUnlisted(
  file: Buffer,
  length: number,
  sections: readonly LaterSection[],
  additions: readonly Addition[],
  sources: Sources,
): Unlisted | null {
  const places = [...listPlaces(file, sections, additions, sources)].sort((a, b) => a.start - b.start)
  const starts = new Set(places.map(({ start }) => skipWhiteSpace(file, start)))
  const tables = sections.filter(({ kind }) => kind === 'table')
  const trailers = new Set(tables.map(({ offset }) => file.indexOf('trailer', offset)))
  const isObject = (at: number, isWithin: boolean) => {
    // A word such as “objects”.
    if (/[A-Za-z]/.test(file.toString('latin1', at + 3, at + 4))) return false
    const start = startOfHead(file, at)
    // Readers differ in whether they look for objects in streams and strings, and which separators there may be.
    return start === null
      ? !isWithin && !/[A-Za-z]/.test(file.toString('latin1', at - 1, at))
      : !starts.has(start)
  }
  const isTrailer = (at: number, isWithin: boolean) => {
    const next = skipWhiteSpace(file, at + 'trailer'.length)
    return !trailers.has(at) && (!isWithin || file.toString('latin1', next, next + 2) === '<<')
  }
  const object = findLast(file, 'obj', length, places, isObject)
  const trailer = findLast(file, 'trailer', length, places, isTrailer)
  if (object < 0 && trailer < 0) return null
  return object > trailer
    ? { at: object, message: 'Objects were added after signing that no cross-reference section lists.' }
    : {
        at: trailer,
        message: 'A trailer was added after signing that belongs to no cross-reference section.',
      }
}

function* listPlaces(
  file: Buffer,
  sections: readonly LaterSection[],
  additions: readonly Addition[],
  sources: Sources,
): Generator<Place> {
  const offsets = new Set<number>()
  for (const { kind, offset, trailer, xrefStm } of sections) {
    if (kind === 'table') yield { start: offset, end: trailer.end }
    else offsets.add(offset)
    if (xrefStm !== undefined) offsets.add(skipWhiteSpace(file, xrefStm))
  }
  for (const { versions } of additions)
    for (const { entry } of versions.values())
      if (entry.type === 'offset' && isUsed(entry)) offsets.add(skipWhiteSpace(file, entry.offset))
  let endstream = 0
  for (const start of [...offsets].sort((a, b) => a - b)) {
    const { value } = sources.read({ number: 0, type: 'offset', generation: 0, offset: start })
    if (!isStream(file, value)) {
      yield { start, end: value.end }
      continue
    }
    // All readers end the data at the first `endstream` or before. It is searched once for objects that lie before it.
    if (endstream < value.end) endstream = file.indexOf('endstream', value.end)
    if (endstream < 0) throw new RevisionError('A stream has no end.')
    yield { start, end: endstream }
  }
}

function isStream(file: Buffer, { kind, end }: Source): boolean {
  return kind === 'dict' && streamKeyword.test(file.toString('latin1', end, end + 1024))
}

/** The last place of a keyword that is `wanted`; it gets the offset and whether that is within one of the places. */
function findLast(
  file: Buffer,
  keyword: string,
  from: number,
  places: readonly Place[],
  wanted: (at: number, isWithin: boolean) => boolean,
): number {
  let [last, next, end] = [-1, 0, 0]
  for (let at = file.indexOf(keyword, from); at >= 0; at = file.indexOf(keyword, at + 1)) {
    for (; next < places.length && places[next]!.start <= at; next++) end = Math.max(end, places[next]!.end)
    if (wanted(at, at < end)) last = at
  }
  return last
}

/** The start of `12 0 obj` (ISO 32000-2, 7.3.10) whose `obj` is at the offset; null without the numbers. */
function startOfHead(file: Buffer, offset: number): number | null {
  let at = offset
  const skipBack = (characters: string) => {
    const end = at
    while (at > 0 && characters.includes(String.fromCharCode(file[at - 1]!))) at--
    return at < end
  }
  const [space, digits] = ['\0\t\n\f\r ', '0123456789']
  return skipBack(space) && skipBack(digits) && skipBack(space) && skipBack(digits) ? at : null
}
