import { type ErrorText, errorText } from '#lib/messages/errors'
import { findFormulaError } from './field-logic.ts'
import { hasNoValue, hasRules, splitRules } from './field-rules.ts'
import type { FieldInput } from './input.ts'
import { findLayoutError } from './layout.ts'
import { findPresetError } from './presets.ts'

type MemberError = [member: string, message: ErrorText]

/** Errors of a field's options, preset value and bounds, without patterns, which `findPatternErrors` matches. */
export function findDefaultErrors(field: FieldInput): MemberError[] {
  const { type, value, options, read_only, auto, condition } = field
  const errors: MemberError[] = []
  if (options.length === 0 && (type === 'radio' || type === 'dropdown')) {
    errors.push(['options', errorText('processes.optionsNeeded', { type })])
  }
  if (new Set(options).size < options.length)
    errors.push(['options', errorText('processes.optionsNotDifferent')])
  if (read_only && hasNoValue(type))
    errors.push(['read_only', errorText('processes.cannotBeReadOnly', { type })])
  if (read_only && !hasNoValue(type) && value === null && field.formula === null) {
    errors.push(['value', errorText('processes.readOnlyNeedsValue')])
  }
  if (auto && type !== 'date') errors.push(['auto', errorText('processes.onlyDateIsAutomatic')])
  if (auto && (read_only || hasBounds(field)))
    errors.push(['auto', errorText('processes.automaticDateHasNoBounds')])
  if (condition && hasNoValue(type))
    errors.push(['condition', errorText('processes.cannotHaveCondition', { type })])
  if (field.editable && type !== 'dropdown')
    errors.push(['editable', errorText('api.onlyDropdownIsEditable')])
  if (type === 'attachment' && hasRules(field.validation))
    errors.push(['validation', errorText('api.attachmentHasNoRules')])
  const layoutProblem = findLayoutError(field)
  if (layoutProblem) errors.push(['layout', layoutProblem])
  errors.push(...findFormulaErrors(field))
  const error = findPresetError(field)
  if (error) errors.push(['value', error])
  return [...errors, ...findBoundsErrors(field.validation)]
}

function findFormulaErrors(field: FieldInput): MemberError[] {
  const { type, formula, read_only } = field
  if (formula === null) return []
  const errors: MemberError[] = []
  const syntaxError = findFormulaError(formula)
  if (type !== 'number') errors.push(['formula', errorText('processes.onlyNumberIsCalculated')])
  else if (syntaxError) errors.push(['formula', syntaxError])
  if (read_only) errors.push(['read_only', errorText('processes.calculatedNotReadOnly')])
  if (hasRules(splitRules(field.validation).limits))
    errors.push(['validation', errorText('processes.calculatedHasNoLimits')])
  return errors
}

function hasBounds({ validation: { min_date, max_date } }: FieldInput): boolean {
  return min_date !== undefined || max_date !== undefined
}

function findBoundsErrors({
  min,
  max,
  min_date,
  max_date,
  min_decimals,
  max_decimals,
  min_length,
  max_length,
}: FieldInput['validation']): MemberError[] {
  const errors: MemberError[] = []
  if (min !== undefined && max !== undefined && min > max) {
    errors.push(['validation', errorText('processes.minAboveMax')])
  }
  if (min_date !== undefined && max_date !== undefined && min_date > max_date) {
    errors.push(['validation', errorText('processes.minDateAfterMaxDate')])
  }
  if (min_decimals !== undefined && max_decimals !== undefined && min_decimals > max_decimals) {
    errors.push(['validation', errorText('processes.minDecimalsAboveMaxDecimals')])
  }
  if (min_length !== undefined && max_length !== undefined && min_length > max_length) {
    errors.push(['validation', errorText('processes.minLengthAboveMaxLength')])
  }
  return errors
}
