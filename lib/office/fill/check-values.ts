import type { FieldErrors } from '#lib/core/errors'
import { textError } from '#lib/core/text/text'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { type FillValues, holds, ownValue, type Placeholder, type RowValues } from './placeholders.ts'

/**
 * Errors of the values for documents with these parts, under `values.NAME` and `values.LIST.N.NAME`. A value is missing
 * if the documents would print it; an absent condition does not hold. Rows have names of any use of their list.
 * @param wordsForFalse with which no condition holds, as `holds` takes it
 */
export function checkFillValues(
  parts: Placeholder[],
  values: FillValues,
  errors: FieldErrors,
  wordsForFalse?: string[],
): void {
  for (const { name, type, members } of listVariables(parts)) {
    const rows = ownValue(values, name)
    if (type !== 'list' || !Array.isArray(rows)) continue
    const names = new Set(members.map((member) => member.name))
    for (const [index, row] of rows.entries())
      for (const other of Object.keys(row))
        if (!names.has(other))
          errors[`values.${name}.${index}.${other}`] = [errorText('documents.noVariable')]
  }
  const checkPrinted = (printed: Placeholder[], scope: FillValues, path: string) => {
    for (const part of printed) {
      const place = `${path}.${part.name}`
      const value = ownValue(scope, part.name)
      if (part.kind === 'if') {
        if (holds(value, wordsForFalse)) checkPrinted(part.parts, scope, path)
        continue
      }
      const error = part.kind === 'text' ? findTextError(value) : findListError(value)
      if (error) errors[place] = [error]
      else if (part.kind === 'each')
        for (const [index, row] of (value as RowValues[]).entries())
          checkPrinted(part.parts, row, `${place}.${index}`)
    }
  }
  checkPrinted(parts, values, 'values')
}

function findTextError(value: FillValues[string] | undefined): ErrorText | null {
  if (value === undefined) return errorText('values.required')
  if (typeof value !== 'string') return errorText('documents.mustBeText')
  // A text tag that a value begins would be a field.
  return textError(value) ?? (/[{}]/.test(value) ? errorText('documents.valueHasBraces') : null)
}

function findListError(value: FillValues[string] | undefined): ErrorText | null {
  if (value === undefined) return errorText('values.required')
  return Array.isArray(value) ? null : errorText('values.mustBeList')
}

/** A name that the values of a document have, as those who use a template see it. */
export interface Variable {
  name: string
  type: 'text' | 'condition' | 'list'
  /** The names in the rows of a list. */
  members: Omit<Variable, 'members'>[]
}

/** The variables of documents, each once: of several uses a text or a list says more than a condition. */
export function listVariables(parts: Placeholder[]): Variable[] {
  const usesByName = Map.groupBy(parts.flatMap(withParts), ({ name }) => name)
  return [...usesByName].map(([name, uses]) => {
    const { kind } = uses.find((use) => use.kind !== 'if') ?? uses[0]!
    const rows = uses.flatMap((part) => (part.kind === 'each' ? part.parts : []))
    const members = listVariables(rows).map(({ name, type }) => ({ name, type }))
    return { name, type: types[kind], members }
  })
}

const types = { text: 'text', if: 'condition', each: 'list' } as const

/** A name that is printed as a text and also names a list: no value could be both. */
export function findTextAndList(parts: Placeholder[]): string | undefined {
  const uses = parts.flatMap(listUses)
  const lists = new Set(uses.filter(({ kind }) => kind === 'each').map(({ name }) => name))
  return uses.find(({ kind, name }) => kind === 'text' && lists.has(name))?.name
}

function listUses(part: Placeholder): Placeholder[] {
  return part.kind === 'if' ? part.parts.flatMap(listUses) : [part]
}

/** A part with those of its condition. */
function withParts(part: Placeholder): Placeholder[] {
  return part.kind === 'if' ? [part, ...part.parts.flatMap(withParts)] : [part]
}
