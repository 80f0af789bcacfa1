import type { FieldErrors } from '#lib/core/errors'
import { isSameText } from '#lib/core/text/characters'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import {
  findFormulaError,
  type LinkedField,
  labelFinder,
  listReferredLabels,
  sortByDependency,
} from './field-logic.ts'
import { isDay, plainNumber } from './read-value.ts'

/** What is wrong with a condition or formula; `index` is that of its field. */
interface LogicError {
  index: number
  member: 'condition' | 'formula'
  text: ErrorText
}

type SignerField = LinkedField & { signerId: number }
type FindLabelled = (label: string) => SignerField[]
type MemberError = [member: LogicError['member'], text: ErrorText]

const operandTypes: FieldType[] = ['number', 'text', 'radio', 'dropdown']

/**
 * Errors of the references among all fields of a process or template, as the errors of an API response.
 * @param places where each field is in the request, such as `fields.0`; null for a stored one
 */
export function formatLogicErrors(
  fields: SignerField[],
  places: (string | null)[] = fields.map((_, index) => `fields.${index}`),
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { index, member, text } of findLogicErrors(fields)) {
    const place = places[index]
    const key = place ? `${place}.${member}` : 'fields'
    const error: ErrorText = place
      ? text
      : errorText('processes.storedFieldError', { member, label: fields[index]!.label ?? '', message: text })
    errors[key] = [...(errors[key] ?? []), error]
  }
  return errors
}

/** The errors of conditions and formulas that the references among fields cause. */
export function findLogicErrors(fields: SignerField[]): LogicError[] {
  const indexes = new Map(fields.map((field, index) => [field, index]))
  return [...Map.groupBy(fields, ({ signerId }) => signerId).values()].flatMap((signerFields) => {
    const findLabelled = labelFinder(signerFields)
    const circles = findCircles(sortByDependency(signerFields, findLabelled).waiting)
    return signerFields.flatMap((field) => {
      const errors = findErrors(field, findLabelled)
      if (circles.has(field))
        errors.push([field.formula ? 'formula' : 'condition', errorText('processes.refersToItself')])
      return errors.map(([member, text]) => ({ index: indexes.get(field)!, member, text }))
    })
  })
}

function findErrors(field: SignerField, findLabelled: FindLabelled): MemberError[] {
  const { condition, formula } = field
  const errors: MemberError[] = []
  if (condition) {
    const error = findTargetError(condition.field, findLabelled) ?? findValueError(field, findLabelled)
    if (error) errors.push(['condition', error])
  }
  if (!formula) return errors
  const syntaxError = findFormulaError(formula)
  if (syntaxError) return [...errors, ['formula', syntaxError]]
  for (const label of listReferredLabels({ ...field, condition: null })) {
    const error = findTargetError(label, findLabelled) ?? findOperandError(label, findLabelled)
    if (error) errors.push(['formula', error])
  }
  return errors
}

/** Why a label names no field that can be referred to. */
function findTargetError(label: string, findLabelled: FindLabelled): ErrorText | null {
  const targets = findLabelled(label)
  if (targets.length === 0) return errorText('processes.noFieldOfSignerWithLabel', { label })
  if (targets.length > 1) return errorText('processes.labelNotUnique', { count: targets.length, label })
  const { type } = targets[0]!
  return type === 'signature' || type === 'initials'
    ? errorText('processes.fieldCannotBeReferredTo', { label, type })
    : null
}

function findValueError({ condition }: SignerField, findLabelled: FindLabelled): ErrorText | null {
  const { field: label, equals, not_equals } = condition!
  const { type, options, editable } = findLabelled(label)[0]!
  const value = equals ?? not_equals
  if (!value) return null
  if (type === 'checkbox' && value !== 'true' && value !== 'false')
    return errorText('processes.compareCheckboxWithTrueOrFalse', { label })
  if (type === 'number' && plainNumber(value) === null)
    return errorText('processes.compareNumberWithNumber', { label, example: '1250.5' })
  if (type === 'date' && !isDay(value))
    return errorText('processes.compareDateWithDate', { label, example: '2026-03-31' })
  return (type === 'radio' || type === 'dropdown') &&
    !editable &&
    !options.some((option) => isSameText(option, value))
    ? errorText('processes.notAnOption', { value, label })
    : null
}

function findOperandError(label: string, findLabelled: FindLabelled): ErrorText | null {
  const { type } = findLabelled(label)[0]!
  return operandTypes.includes(type)
    ? null
    : errorText('processes.typeNotInFormulas', { label, type, types: operandTypes.join(', ') })
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
