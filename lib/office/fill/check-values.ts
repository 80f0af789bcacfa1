import type { FieldErrors } from '#lib/core/errors'
import { textError } from '#lib/core/text/text'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { type FillValues, holds, ownValue, type Placeholder } from './placeholders.ts'

/**
 * Errors of the values for a document, under `values.NAME` and `values.LIST.N.NAME`. A value is missing if the document
 * would print it; an absent condition does not hold.
 */
export function checkFillValues(
  parts: Placeholder[],
  values: FillValues,
  errors: FieldErrors,
  path = 'values',
): void {
  for (const part of parts) {
    const place = `${path}.${part.name}`
    const value = ownValue(values, part.name)
    if (part.kind === 'if') {
      if (holds(value)) checkFillValues(part.parts, values, errors, path)
      continue
    }
    const error = part.kind === 'text' ? findTextError(value) : findListError(value)
    if (error) errors[place] = [error]
    else if (part.kind === 'each') checkRows(part.parts, value as Record<string, string>[], errors, place)
  }
}

function checkRows(
  parts: Placeholder[],
  rows: Record<string, string>[],
  errors: FieldErrors,
  place: string,
): void {
  const names = new Set(listNames(parts))
  for (const [index, row] of rows.entries()) {
    for (const name of Object.keys(row))
      if (!names.has(name)) errors[`${place}.${index}.${name}`] = [errorText('documents.noVariable')]
    checkFillValues(parts, row, errors, `${place}.${index}`)
  }
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

function listNames(parts: Placeholder[]): string[] {
  return parts.flatMap((part) => [part.name, ...(part.kind === 'text' ? [] : listNames(part.parts))])
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
  const variables = new Map<string, Variable>()
  for (const { name, type, members } of parts.flatMap(toVariables)) {
    const known = variables.get(name)
    if (!known) variables.set(name, { name, type, members: [...members] })
    else {
      if (known.type === 'condition') known.type = type
      const names = new Set(known.members.map((member) => member.name))
      known.members.push(...members.filter((member) => !names.has(member.name)))
    }
  }
  return [...variables.values()]
}

function toVariables(part: Placeholder): Variable[] {
  const { name } = part
  if (part.kind === 'text') return [{ name, type: 'text', members: [] }]
  if (part.kind === 'if')
    return [{ name, type: 'condition', members: [] }, ...part.parts.flatMap(toVariables)]
  const members = listVariables(part.parts).map(({ name, type }) => ({ name, type }))
  return [{ name, type: 'list', members }]
}
