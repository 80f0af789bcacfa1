import type { SigningTexts } from '#lib/messages/signing'
import { findRuleViolation, normalizeValue, type RuleViolation } from '#lib/processes/fields/field-rules'
import { formatDayInDigits, formatNumber, formatValue } from '#lib/processes/fields/format-value'
import { readValue } from '#lib/processes/fields/read-value'
import { fill, fillPlural } from '../fill.ts'
import type { Signing, SigningField } from '../shapes.ts'
import { findReadings, formatClearly } from './readings.ts'
import { getValue, isFilled, isNotUnderstood, isSignatureOrInitials, type SignerInput } from './steps.ts'

/** A day whose month and day cannot be taken for each other. */
const EXAMPLE_DAY = '2026-12-31'

/** Why a field's input is invalid, in the signer's language; null when valid. The server checks the pattern. */
export function findInputError(
  field: SigningField,
  input: SignerInput,
  signing: Signing,
  today: string,
  t: SigningTexts,
): string | null {
  if (isSignatureOrInitials(field) || field.read_only) return null
  const { locale } = signing.process
  if (isNotUnderstood(field, input)) return unclearMessage(field, input.typed[field.id]!, signing, t)
  const value = normalizeValue(field.type, getValue(field, input, signing, today))
  const error = findRuleViolation(field, value, new Date(today))
  return error ? formatViolation(error, locale, t) : null
}

interface StepState {
  /** Why the service rejected values, by field. */
  rejected: ReadonlyMap<number, string>
  /** Attachment fields of which a file is being added or removed. */
  changing: ReadonlySet<number>
  /** Fields that were left once. */
  visited: ReadonlySet<number>
}

/** The steps that are filled, those that hold up the signature, and the errors that are shown, by field. */
export function checkSteps(
  steps: SigningField[],
  { rejected, changing, visited }: StepState,
  input: SignerInput,
  signing: Signing,
  today: string,
  t: SigningTexts,
) {
  const filled = new Set(
    steps.filter((field) => isFilled(field, input, signing, today)).map((field) => field.id),
  )
  const open = new Set<number>()
  const errors = new Map<number, string>()
  for (const field of steps) {
    const error = findInputError(field, input, signing, today, t) ?? rejected.get(field.id) ?? null
    const lacksMark = isSignatureOrInitials(field) && field.required && !filled.has(field.id)
    if (error !== null || lacksMark || changing.has(field.id)) open.add(field.id)
    // From when the field was first left, and also while it is corrected.
    const isShown = filled.has(field.id) || rejected.has(field.id)
    if (error !== null && visited.has(field.id) && isShown) errors.set(field.id, error)
  }
  return { filled, open, errors }
}

function unclearMessage(field: SigningField, text: string, signing: Signing, t: SigningTexts): string {
  const { locale } = signing.process
  const isDate = field.type === 'date'
  const toClearText = (plain: string) => formatClearly(field, plain, signing)
  const readings = findReadings(field, text, signing)
  if (readings) {
    const [first, second] = readings.map(toClearText)
    return fill(t.unclearNumber, { first: first!, second: second! })
  }
  // The text had two readings in the language that the page had before.
  const value = readValue(field.type, text, locale)
  if (value !== null) return fill(isDate ? t.notDate : t.notNumber, { example: toClearText(value) })
  return formatViolation({ code: isDate ? 'not_date' : 'not_number' }, locale, t)
}

function formatViolation(error: RuleViolation, locale: string, t: SigningTexts): string {
  switch (error.code) {
    case 'required':
      return t.requiredMissing
    case 'not_boolean':
    case 'not_option':
      return t.notMatching
    case 'not_email':
      return t.notEmail
    case 'not_date':
      return fill(t.notDate, { example: formatDayInDigits(EXAMPLE_DAY, locale) })
    case 'not_number':
      return fill(t.notNumber, { example: formatNumber('12345.67', locale) })
    case 'too_small':
      return fill(t.tooSmall, { count: formatNumber(String(error.limit), locale) })
    case 'too_large':
      return fill(t.tooLarge, { count: formatNumber(String(error.limit), locale) })
    case 'too_short':
      return fillPlural(t.tooShort, { count: error.limit }, t)
    case 'too_long':
      return fillPlural(t.tooLong, { count: error.limit }, t)
    case 'too_early':
      return fill(t.dayTooEarly, { day: formatValue('date', error.limit, t.locale) })
    case 'too_late':
      return fill(t.dayTooLate, { day: formatValue('date', error.limit, t.locale) })
    case 'not_today':
      return t.notToday
  }
}
