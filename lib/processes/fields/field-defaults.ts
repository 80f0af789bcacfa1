import type { FieldErrors } from '#lib/core/errors'
import { formulaError } from './field-logic.ts'
import type { FieldInput } from './input.ts'

/** The member of the field that is wrong, and why. */
type ErrorText = [member: string, message: string]

/** Errors of a field's options, preset value and bounds. */
export function fieldDefaultErrors(field: FieldInput): ErrorText[] {
  const { type, value, options, read_only, auto, condition } = field
  const isSignatureOrInitials = type === 'signature' || type === 'initials'
  const errors: ErrorText[] = []
  if (options.length === 0 && (type === 'radio' || type === 'dropdown')) {
    errors.push(['options', `A ${type} field needs options.`])
  }
  if (new Set(options).size < options.length) errors.push(['options', 'Options must be different.'])
  if (read_only && isSignatureOrInitials)
    errors.push(['read_only', `A ${type} field cannot be read-only: its signer fills it.`])
  if (read_only && !isSignatureOrInitials && value === null && field.formula === null) {
    errors.push(['value', 'A read-only field needs a value.'])
  }
  if (auto && type !== 'date') errors.push(['auto', 'Only a date can be filled in automatically.'])
  if (auto && (read_only || hasBounds(field)))
    errors.push(['auto', 'An automatic date has no bounds and is not read-only.'])
  if (condition && isSignatureOrInitials)
    errors.push(['condition', `A ${type} field is always shown: it cannot have a condition.`])
  errors.push(...formulaErrors(field))
  const error = value === null ? null : presetValueError(field, value)
  if (error) errors.push(['value', error])
  return [...errors, ...boundsErrors(field.validation)]
}

function formulaErrors({ type, formula, read_only, validation }: FieldInput): ErrorText[] {
  if (formula === null) return []
  const errors: ErrorText[] = []
  const syntaxError = formulaError(formula)
  if (type !== 'number') errors.push(['formula', 'Only a number can be calculated.'])
  else if (syntaxError) errors.push(['formula', syntaxError])
  if (read_only)
    errors.push(['read_only', 'A calculated field cannot be changed anyway: leave `read_only` out.'])
  if (Object.keys(validation).length > 0) errors.push(['validation', 'A calculated field has no limits.'])
  return errors
}

function hasBounds({ validation: { min_date, max_date } }: FieldInput): boolean {
  return min_date !== undefined || max_date !== undefined
}

type PresetField = Pick<FieldInput, 'type' | 'options' | 'label' | 'value' | 'auto' | 'formula'> & {
  /** The name that an imported field has in the file. */
  name?: string
}

/** Why a value cannot be preset in a field; null when it can. */
export function presetValueError(
  { type, options, auto, formula }: PresetField,
  value: string,
): string | null {
  if (formula) return 'Is calculated.'
  if (auto) return 'Is filled in automatically.'
  switch (type) {
    case 'signature':
    case 'initials':
      return 'Cannot be preset: only the signer fills this field.'
    case 'checkbox':
      return value === 'true' || value === 'false' ? null : 'Must be true or false.'
    case 'number':
      return /^[+-]?\d+([.,]\d+)?$/.test(value.trim()) ? null : 'Must be a number.'
    case 'radio':
    case 'dropdown':
      return options.length > 0 && !options.includes(value) ? 'Must be one of the options.' : null
    default:
      return null
  }
}

function boundsErrors({
  min,
  max,
  min_date,
  max_date,
  min_length,
  max_length,
}: FieldInput['validation']): ErrorText[] {
  const errors: ErrorText[] = []
  if (min !== undefined && max !== undefined && min > max) {
    errors.push(['validation', 'min must not be more than max.'])
  }
  if (min_date !== undefined && max_date !== undefined && min_date > max_date) {
    errors.push(['validation', 'min_date must not be after max_date.'])
  }
  if (min_length !== undefined && max_length !== undefined && min_length > max_length) {
    errors.push(['validation', 'min_length must not be more than max_length.'])
  }
  return errors
}

/**
 * Sets values by the labels of their fields, or their names in the file; errors are added under `values.LABEL`.
 * @returns the fields with their values
 */
export function presetValues<F extends PresetField>(
  fields: F[],
  values: Record<string, string>,
  errors: FieldErrors,
): F[] {
  const labels = new Set(fields.flatMap(({ label, name }) => [label, name]))
  for (const label of Object.keys(values)) {
    if (!labels.has(label)) errors[`values.${label}`] = ['No field has this label.']
  }
  return fields.map((field) => {
    const label = [field.name, field.label].find((key) => key && Object.hasOwn(values, key))
    if (!label) return field
    const value = values[label]!
    const error = presetValueError(field, value)
    if (error) errors[`values.${label}`] = [error]
    return { ...field, value }
  })
}
