import type { ErrorMessage } from '#lib/messages/errors'
import { formulaError } from './field-logic.ts'
import type { FieldInput } from './input.ts'
import { layoutError } from './layout.ts'
import { presetError } from './presets.ts'

type ErrorText = [member: string, message: ErrorMessage]

/** Errors of a field's options, preset value and bounds, without patterns, which `patternErrors` matches. */
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
  if (field.editable && type !== 'dropdown') errors.push(['editable', 'Only a dropdown can be editable.'])
  const layoutProblem = layoutError(field)
  if (layoutProblem) errors.push(['layout', layoutProblem])
  errors.push(...formulaErrors(field))
  const error = presetError(field)
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
