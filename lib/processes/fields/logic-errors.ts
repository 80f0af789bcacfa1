import type { FieldErrors } from '#lib/core/errors'
import type { ErrorMessage } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import {
  formulaError,
  groupByLabel,
  inDependencyOrder,
  type LinkedField,
  labelsReferredTo,
} from './field-logic.ts'
import { isDay, plainNumber } from './read-value.ts'

/** What is wrong with a condition or formula; `index` is that of its field. */
interface LogicError {
  index: number
  member: 'condition' | 'formula'
  message: ErrorMessage
}

type SignerField = LinkedField & { signerId: number }
type ErrorText = [member: LogicError['member'], message: ErrorMessage]

const operandTypes: FieldType[] = ['number', 'text', 'radio', 'dropdown']

/**
 * Errors of the references among all fields of a process or template, as the errors of an API response.
 * @param places where each field is in the request, such as `fields.0`; null for a stored one
 */
export function logicErrors(
  fields: SignerField[],
  places: (string | null)[] = fields.map((_, index) => `fields.${index}`),
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { index, member, message } of findLogicErrors(fields)) {
    const place = places[index]
    const key = place ? `${place}.${member}` : 'fields'
    const text: ErrorMessage = place
      ? message
      : `The ${member} of the stored field “${fields[index]!.label ?? ''}”: ${message}`
    errors[key] = [...(errors[key] ?? []), text]
  }
  return errors
}

/** The errors of conditions and formulas that the references among fields cause. */
export function findLogicErrors(fields: SignerField[]): LogicError[] {
  const indexOf = new Map(fields.map((field, index) => [field, index]))
  return [...Map.groupBy(fields, ({ signerId }) => signerId).values()].flatMap((signerFields) => {
    const fieldsByLabel = groupByLabel(signerFields)
    const circles = findCircles(inDependencyOrder(signerFields, fieldsByLabel).waiting)
    return signerFields.flatMap((field) => {
      const errors = findErrors(field, fieldsByLabel)
      if (circles.has(field))
        errors.push([
          field.formula ? 'formula' : 'condition',
          'Refers to its own field, directly or through other fields.',
        ])
      return errors.map(([member, message]) => ({ index: indexOf.get(field)!, member, message }))
    })
  })
}

function findErrors(field: SignerField, fieldsByLabel: Map<string, SignerField[]>): ErrorText[] {
  const { condition, formula } = field
  const errors: ErrorText[] = []
  if (condition) {
    const error = targetError(condition.field, fieldsByLabel) ?? valueError(field, fieldsByLabel)
    if (error) errors.push(['condition', error])
  }
  if (!formula) return errors
  const syntaxError = formulaError(formula)
  if (syntaxError) return [...errors, ['formula', syntaxError]]
  for (const label of labelsReferredTo({ ...field, condition: null })) {
    const error = targetError(label, fieldsByLabel) ?? operandError(label, fieldsByLabel)
    if (error) errors.push(['formula', error])
  }
  return errors
}

/** Why a label names no field that can be referred to. */
function targetError(label: string, fieldsByLabel: Map<string, SignerField[]>): ErrorMessage | null {
  const targets = fieldsByLabel.get(label) ?? []
  if (targets.length === 0) return `No field of this signer has the label “${label}”.`
  if (targets.length > 1)
    return `${targets.length} fields of this signer have the label “${label}”: give them different labels.`
  const { type } = targets[0]!
  return type === 'signature' || type === 'initials'
    ? `“${label}” is a ${type} field, which cannot be referred to.`
    : null
}

function valueError(
  { condition }: SignerField,
  fieldsByLabel: Map<string, SignerField[]>,
): ErrorMessage | null {
  const { field: label, equals, not_equals } = condition!
  const { type, options, editable } = fieldsByLabel.get(label)![0]!
  const value = equals ?? not_equals
  if (!value) return null
  if (type === 'checkbox' && value !== 'true' && value !== 'false')
    return `“${label}” is a checkbox: compare it with true or false.`
  if (type === 'number' && plainNumber(value) === null)
    return `“${label}” is a number: compare it with one such as 1250.5.`
  if (type === 'date' && !isDay(value)) return `“${label}” is a date: compare it with one such as 2026-03-31.`
  return (type === 'radio' || type === 'dropdown') && !editable && !options.includes(value)
    ? `“${value}” is not an option of “${label}”.`
    : null
}

function operandError(label: string, fieldsByLabel: Map<string, SignerField[]>): ErrorMessage | null {
  const { type } = fieldsByLabel.get(label)![0]!
  return operandTypes.includes(type)
    ? null
    : `“${label}” is a ${type} field: formulas use ${operandTypes.join(', ')} fields.`
}

/** The fields on circular references: each path along the waiting fields ends in one. */
function findCircles<F>(waiting: Map<F, Set<F>>): Set<F> {
  const next = (field: F) => [...waiting.get(field)!][0]!
  const visitedFrom = new Map<F, F>()
  const circles = new Set<F>()
  for (const start of waiting.keys()) {
    let field = start
    for (; !visitedFrom.has(field); field = next(field)) visitedFrom.set(field, start)
    if (visitedFrom.get(field) !== start) continue
    for (; !circles.has(field); field = next(field)) circles.add(field)
  }
  return circles
}
