import { type ErrorText, errorText } from '#lib/messages/errors'

/** A placeholder of a DOCX: a text, or a part that stands if a value holds, or once for each row of a list. */
export type Placeholder =
  | { kind: 'text'; name: string }
  | { kind: 'if' | 'each'; name: string; parts: Placeholder[] }

/** What a DOCX says to fill in, or why its placeholders are not understood. */
export type Placeholders = { parts: Placeholder[] } | { problem: ErrorText }

export type RowValues = Record<string, string>
/** The values by name: texts, and the rows of lists. */
export type FillValues = Record<string, string | RowValues[]>

/** A tag as it stands in the text, between its brackets. */
interface Tag {
  raw: string
  kind: 'text' | 'open' | 'close'
  text: string
}

/** Joiners (U+200C, U+200D) are letters of a word in Persian, Malayalam and others. */
const namePattern =
  /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}\p{Join_Control}_ .-]{0,98}[\p{L}\p{N}\p{M}\p{Join_Control}_])?$/u

/** The name as it is compared: composed, with plain spaces and without the marks of directions (LRM, RLM, ALM). */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .trim()
}

/** The values by the normalized names of their variables. */
export function normalizeNames(values: FillValues): FillValues {
  return mapNames(values, (value) =>
    typeof value === 'string' ? value : value.map((row) => mapNames(row, (cell) => cell)),
  )
}

/** Parts with normalized names: those that were read from a DOCX earlier may have others. */
export function normalizeParts(parts: Placeholder[]): Placeholder[] {
  return parts.map((part) => {
    const name = normalizeName(part.name)
    return part.kind === 'text' ? { ...part, name } : { ...part, name, parts: normalizeParts(part.parts) }
  })
}

function mapNames<V>(values: Record<string, V>, map: (value: V) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [normalizeName(name), map(value)]))
}

/** `if` and `company` of the opening tag `if company`. */
export function readOpening(text: string): { kind?: 'if' | 'each'; name: string } {
  const [, kind, name = ''] = /^(if|each)\s+(.+)$/u.exec(normalizeName(text)) ?? []
  return { kind: kind as 'if' | 'each' | undefined, name }
}

/** Makes a tree of the tags of a document. */
export function readPlaceholders(tags: Tag[]): Placeholders {
  const parts: Placeholder[] = []
  const open: Extract<Placeholder, { parts: Placeholder[] }>[] = []
  const problem = (tag: string) => ({ problem: errorText('documents.placeholderNotUnderstood', { tag }) })
  for (const { raw, kind: disposition, text } of tags) {
    const siblings = open.at(-1)?.parts ?? parts
    if (disposition === 'close') {
      if (open.pop()?.kind !== normalizeName(text)) return problem(raw)
    } else if (disposition === 'open') {
      const { kind, name } = readOpening(text)
      const isListInList = kind === 'each' && open.some((part) => part.kind === 'each')
      if (!kind || !namePattern.test(name) || isListInList) return problem(raw)
      const part = { kind, name, parts: [] }
      siblings.push(part)
      open.push(part)
    } else {
      const name = normalizeName(text)
      if (!namePattern.test(name)) return problem(raw)
      siblings.push({ kind: 'text', name })
    }
  }
  const unclosed = open.at(-1)
  return unclosed ? problem(`[[#${unclosed.kind} ${unclosed.name}]]`) : { parts }
}

/**
 * Whether a part under a condition stands: not for an absent or empty value, nor for `false` in any case.
 * @param wordsForFalse other words for it, in capitals
 */
export function holds(value: FillValues[string] | undefined, wordsForFalse: string[] = []): boolean {
  if (typeof value !== 'string') return value !== undefined && value.length > 0
  return value !== '' && !['FALSE', ...wordsForFalse].includes(value.trim().normalize('NFC').toUpperCase())
}

/** The value with this name; a document cannot reach what an object inherits. */
export function ownValue<V>(values: Record<string, V>, name: string): V | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
