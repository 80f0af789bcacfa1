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

const namePattern = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_ .-]{0,98}[\p{L}\p{N}\p{M}_])?$/u

/** Makes a tree of the tags of a document. */
export function readPlaceholders(tags: Tag[]): Placeholders {
  const parts: Placeholder[] = []
  const open: Extract<Placeholder, { parts: Placeholder[] }>[] = []
  const problem = (tag: string) => ({ problem: errorText('documents.placeholderNotUnderstood', { tag }) })
  for (const { raw, kind, text } of tags) {
    const siblings = open.at(-1)?.parts ?? parts
    if (kind === 'close') {
      if (open.pop()?.kind !== text) return problem(raw)
    } else if (kind === 'open') {
      const [, keyword, name = ''] = /^(if|each)\s+(.+)$/u.exec(text) ?? []
      const isListInList = keyword === 'each' && open.some((part) => part.kind === 'each')
      if (!namePattern.test(name) || isListInList) return problem(raw)
      const part = { kind: keyword as 'if' | 'each', name, parts: [] }
      siblings.push(part)
      open.push(part)
    } else if (namePattern.test(text)) siblings.push({ kind: 'text', name: text })
    else return problem(raw)
  }
  const unclosed = open.at(-1)
  return unclosed ? problem(`[[#${unclosed.kind} ${unclosed.name}]]`) : { parts }
}

/** Whether a part under a condition stands. */
export function holds(value: FillValues[string] | undefined): boolean {
  return value !== undefined && value.length > 0 && value !== 'false'
}

/** The value with this name; a document cannot reach what an object inherits. */
export function ownValue<V>(values: Record<string, V>, name: string): V | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
