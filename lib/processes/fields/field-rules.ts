import { DAY_SECONDS } from '#lib/core/clock'
import { isEmailAddress } from '#lib/core/email/canonical-email'
import { composeText, isSameText, splitIntoCells } from '#lib/core/text/characters'
import { trimText } from '#lib/core/text/clean'
import { formatUtcDay } from '#lib/core/text/format-day'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { Decimals, FieldType } from '#lib/pdf/zones'
import { plainNumberPattern } from './format-value.ts'
import { isDay, plainNumber } from './read-value.ts'

/** The properties of a field that rules use. `value` is preset by the sender. */
export interface RuledField {
  type: FieldType
  required: boolean
  value: string | null
  options: readonly string[]
  editable?: boolean
  validation: Record<string, unknown>
  layout?: { comb?: boolean | undefined }
}

/**
 * Why a value is refused, as a code: the signing page has texts of its own. `limit` is a number, a number of characters,
 * or a day (`YYYY-MM-DD`).
 */
export type RuleViolation =
  | { code: 'required' | 'not_boolean' | 'not_option' | 'not_email' | 'not_date' | 'not_number' }
  | { code: 'too_small' | 'too_large' | 'too_short' | 'too_long'; limit: number }
  | { code: 'too_early' | 'too_late' | 'not_today'; limit: string }

/** The limit of every field, in Unicode code points. */
export const MAX_CHARACTERS = 2000

/** Whether fields of a type have no value that could be preset or read-only, and are always shown. */
export function hasNoValue(type: FieldType): boolean {
  return type === 'signature' || type === 'initials' || type === 'attachment'
}

function hasOptions(type: FieldType): boolean {
  return type === 'radio' || type === 'dropdown'
}

/**
 * Normalizes a value: trimmed; empty when nothing in it is visible; with `\n` line breaks; `true` or `false` for a
 * checkbox. A number is plain already.
 */
export function normalizeValue(type: FieldType, value: string): string {
  const text = trimText(value.replace(/\r\n?/g, '\n'))
  if (type !== 'checkbox') return text
  if (/^(true|on|yes|1)$/i.test(text)) return 'true'
  return /^(false|off|no|0)?$/i.test(text) ? 'false' : text
}

/** A value as it is stored: normalized, as it is checked; a number in its plain form, an option as the field has it. */
export function toStoredValue(
  { type, options }: Pick<RuledField, 'type' | 'options'>,
  value: string,
): string {
  const text = normalizeValue(type, (type === 'number' && plainNumber(value)) || value)
  if (!hasOptions(type) || options.includes(text)) return text
  return options.find((option) => isSameText(option, text)) ?? text
}

/** The same of a preset value; null without one. */
export function toStoredPreset(field: Pick<RuledField, 'type' | 'value' | 'options'>): string | null {
  return field.value === null ? null : toStoredValue(field, field.value)
}

/**
 * Checks a normalized value, except against the sender's pattern, which only the server does.
 * @param now the time that gives the day of signing, UTC
 * @returns null when the value is accepted
 */
export function findRuleViolation(field: RuledField, text: string, now: Date): RuleViolation | null {
  if (field.type === 'checkbox') {
    if (text !== 'true' && text !== 'false') return { code: 'not_boolean' }
    return field.required && text === 'false' ? { code: 'required' } : null
  }
  if (text === '') return field.required ? { code: 'required' } : null
  return findTypeViolation(field, text, now) ?? findLengthViolation(field, text)
}

function findTypeViolation(field: RuledField, text: string, now: Date): RuleViolation | null {
  switch (field.type) {
    case 'radio':
    case 'dropdown':
      return field.editable || field.options.includes(text) ? null : { code: 'not_option' }
    case 'email':
      return isEmailAddress(text) ? null : { code: 'not_email' }
    case 'date':
      return isDay(text) ? findDateViolation(field, text, now) : { code: 'not_date' }
    case 'number':
      return plainNumberPattern.test(text) ? findRangeViolation(field, Number(text)) : { code: 'not_number' }
    default:
      return null
  }
}

/** Bounds that let the signer choose any date. */
export const anyDate = { min_date: '1900-01-01' }

/** The same for a date with a value, which may be an earlier one. */
export function anyDateWith(value: string | null): typeof anyDate {
  return value !== null && isDay(value) && value < anyDate.min_date ? { min_date: value } : anyDate
}

interface FileFieldKind {
  type: FieldType
  auto: boolean
  readOnly: boolean
  value: string | null
  maxLength: number | null
  decimals?: Decimals | undefined
}

/** The rules of a field that is imported from a file: a date that the file leaves to the signer may be any. */
export function getFileRules({ type, auto, readOnly, value, maxLength, decimals }: FileFieldKind) {
  if (type === 'date' && !auto && !readOnly) return anyDateWith(value)
  return { ...(maxLength && { max_length: maxLength }), ...decimals }
}

/** The rules of a field as the decimals, which only a calculated number has, and the limits, which only others have. */
export function splitRules<R extends { min_decimals?: unknown; max_decimals?: unknown }>(rules: R) {
  const { min_decimals, max_decimals, ...limits } = rules
  return { decimals: { min_decimals, max_decimals }, limits }
}

export function hasRules(rules: object): boolean {
  return Object.values(rules).some((rule) => rule !== undefined)
}

/** Whether a date must be the day of signing: without bounds within which the signer chooses it. */
export function isDayOfSigning({ type, validation }: Pick<RuledField, 'type' | 'validation'>): boolean {
  return type === 'date' && validation.min_date === undefined && validation.max_date === undefined
}

/** A date without bounds must be the day of signing, in any time zone, or the value that the sender set. */
function findDateViolation(field: RuledField, day: string, now: Date): RuleViolation | null {
  const { min_date, max_date } = field.validation
  if (typeof min_date === 'string' && day < min_date) return { code: 'too_early', limit: min_date }
  if (typeof max_date === 'string' && day > max_date) return { code: 'too_late', limit: max_date }
  if (!isDayOfSigning(field) || day === field.value) return null
  const today = formatUtcDay(now)
  const isToday = Math.abs(Date.parse(day) - Date.parse(today)) <= DAY_SECONDS * 1000
  return isToday ? null : { code: 'not_today', limit: today }
}

function findRangeViolation({ validation: { min, max } }: RuledField, value: number): RuleViolation | null {
  if (typeof min === 'number' && value < min) return { code: 'too_small', limit: min }
  return typeof max === 'number' && value > max ? { code: 'too_large', limit: max } : null
}

/** Whether the signer chooses among values of the sender, which no length or pattern limits. */
export function isChosen({ type, editable }: Pick<RuledField, 'type' | 'editable'>): boolean {
  return type === 'checkbox' || type === 'radio' || (type === 'dropdown' && !editable)
}

function findLengthViolation(field: RuledField, text: string): RuleViolation | null {
  if (isChosen(field)) return null
  const { min_length, max_length } = field.validation
  const codePoints = Array.from(composeText(text)).length
  const length = field.layout?.comb ? splitIntoCells(text).length : codePoints
  const maxLength = Math.min(typeof max_length === 'number' ? max_length : MAX_CHARACTERS, MAX_CHARACTERS)
  if (typeof min_length === 'number' && length < min_length) return { code: 'too_short', limit: min_length }
  if (length > maxLength) return { code: 'too_long', limit: maxLength }
  return Array.from(text).length > MAX_CHARACTERS ? { code: 'too_long', limit: MAX_CHARACTERS } : null
}

/** Why a value is refused, as a message of the API and of the editor. */
export function formatViolation(error: RuleViolation): ErrorText {
  switch (error.code) {
    case 'required':
      return errorText('values.fieldRequired')
    case 'not_boolean':
      return errorText('values.mustBeTrueOrFalse')
    case 'not_option':
      return errorText('values.mustBeOneOfOptions')
    case 'not_email':
      return errorText('values.mustBeEmailAddress')
    case 'not_date':
      return errorText('values.mustBeDateLike', { example: '2026-03-31' })
    case 'not_number':
      return errorText('values.mustBeNumberLike', { example: '1250.5' })
    case 'too_small':
      return errorText('values.mustBeAtLeast', { limit: error.limit })
    case 'too_large':
      return errorText('values.mustBeAtMost', { limit: error.limit })
    case 'too_short':
      return errorText('values.mustHaveAtLeastCharacters', { limit: error.limit })
    case 'too_long':
      return errorText('values.mustHaveAtMostCharacters', { limit: error.limit })
    case 'too_early':
      return errorText('values.mustNotBeBefore', { limit: error.limit })
    case 'too_late':
      return errorText('values.mustNotBeAfter', { limit: error.limit })
    case 'not_today':
      return errorText('signing.mustBeDayOfSigning', { day: error.limit })
  }
}
