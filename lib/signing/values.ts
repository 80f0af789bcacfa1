import { z } from 'zod'
import type { FieldErrors } from '#lib/core/errors'
import { lineFault } from '#lib/core/text'
import type { PatternMatcher, PatternTrial } from '#lib/processes/patterns'
import type { FieldRow, SignerRow } from '#lib/processes/present'
import type { ValueInput } from './schema.ts'

/** The fields of a signer with what stands in them once signed; marks have no value here. */
export type Filled = Map<number, string>

type Field = Pick<FieldRow, 'id' | 'type' | 'required' | 'value' | 'options' | 'readOnly' | 'validation'>

const MAX_LENGTH = 2000
const REQUIRED = 'This field is required.'
const decimal = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/
const email = z.email()
const isoDate = z.iso.date()
const DAY_MS = 86_400_000

/**
 * What stands in every field once this signer has signed. What they leave out is as the sender wrote it; dates, names
 * and mails of nobody's writing are today's and the signer's own.
 * @returns the values by field id, or all faults at once, by `fields.<id>`.
 */
export function fillFields(
  fields: Field[],
  given: ValueInput[],
  signer: Pick<SignerRow, 'name' | 'email'>,
  at: Date,
  matches: PatternMatcher,
): { filled: Filled; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const byField = takeGiven(fields, given, errors)
  const filled: Filled = new Map()
  for (const field of fields) {
    if (field.type === 'signature' || field.type === 'initials') continue
    const text = normalize(field, byField.get(field.id) ?? field.value ?? known(field, signer, at))
    const fault = field.readOnly ? null : faultOf(field, text, at, matches)
    if (fault) errors[`fields.${field.id}`] = [fault]
    else filled.set(field.id, text)
  }
  return { filled, errors }
}

/** Which patterns are to be tried on which texts before the fields can be filled. */
export function trialsOf(
  fields: Field[],
  given: ValueInput[],
  signer: Pick<SignerRow, 'name' | 'email'>,
  at: Date,
): PatternTrial[] {
  const trials: PatternTrial[] = []
  fillFields(fields, given, signer, at, (pattern, text) => {
    trials.push({ pattern, text })
    return true
  })
  return trials
}

/** What was sent, by field; a value for a field that is not this signer's to fill is a fault. */
function takeGiven(fields: Field[], given: ValueInput[], errors: FieldErrors): Map<number, string> {
  const known = new Map(fields.map((field) => [field.id, field]))
  const taken = new Map<number, string>()
  for (const [index, { field_id, value }] of given.entries()) {
    const field = known.get(field_id)
    const at = `values.${index}.field_id`
    if (!field) errors[at] = ['There is no such field to fill in.']
    else if (taken.has(field_id)) errors[at] = ['This field was given twice.']
    else if (field.type === 'signature') errors[at] = ['Give the signature as `signature`.']
    else if (field.type === 'initials') errors[at] = ['Give the initials as `initials`.']
    else if (field.readOnly) errors[at] = ['This field cannot be changed.']
    else if (value !== null) taken.set(field_id, String(value))
  }
  return taken
}

function known(field: Field, signer: Pick<SignerRow, 'name' | 'email'>, at: Date): string {
  if (field.readOnly) return ''
  if (field.type === 'date') return at.toISOString().slice(0, 10)
  if (field.type === 'name') return signer.name
  return field.type === 'email' ? signer.email : ''
}

function normalize(field: Field, value: string): string {
  const text = value.replaceAll('\r\n', '\n').trim()
  if (field.type !== 'checkbox') return text
  if (/^(true|on|yes|1)$/i.test(text)) return 'true'
  return /^(false|off|no|0)?$/i.test(text) ? 'false' : text
}

function faultOf(field: Field, text: string, at: Date, matches: PatternMatcher): string | null {
  if (field.type === 'checkbox') {
    if (text !== 'true' && text !== 'false') return 'Must be true or false.'
    return field.required && text === 'false' ? REQUIRED : null
  }
  if (text === '') return field.required ? REQUIRED : null
  return formFault(field, text, at) ?? lengthFault(field, text) ?? patternFault(field, text, matches)
}

function formFault(field: Field, text: string, at: Date): string | null {
  const { type, options, validation } = field
  switch (type) {
    case 'radio':
    case 'dropdown':
      return options.includes(text) ? null : 'Must be one of the options.'
    case 'email':
      return email.safeParse(text).success ? null : 'Must be an email address.'
    case 'date':
      return isoDate.safeParse(text).success
        ? dayFault(field, text, at)
        : 'Must be a date such as 2026-03-31.'
    case 'number':
      return decimal.test(text) ? rangeFault(validation, Number(text.replace(',', '.'))) : 'Must be a number.'
    case 'name':
    case 'company':
      return lineFault(text)
    default:
      return null
  }
}

/** A date is the day of signing, in the signer's time zone, unless the sender gave bounds or wrote it. */
function dayFault({ validation, value }: Field, day: string, at: Date): string | null {
  const { min_date: first, max_date: last } = validation
  if (typeof first === 'string' && day < first) return `Must not be before ${first}.`
  if (typeof last === 'string' && day > last) return `Must not be after ${last}.`
  if (first !== undefined || last !== undefined || day === value) return null
  const today = at.toISOString().slice(0, 10)
  return Math.abs(Date.parse(day) - Date.parse(today)) <= DAY_MS
    ? null
    : `Must be the day of signing: ${today} (UTC), or the day before or after.`
}

function rangeFault(validation: Field['validation'], value: number): string | null {
  const { min, max } = validation
  if (typeof min === 'number' && value < min) return `Must be at least ${min}.`
  return typeof max === 'number' && value > max ? `Must be at most ${max}.` : null
}

function lengthFault({ validation }: Field, text: string): string | null {
  const length = Array.from(text).length
  const { min_length: least, max_length: most } = validation
  const limit = Math.min(typeof most === 'number' ? most : MAX_LENGTH, MAX_LENGTH)
  if (typeof least === 'number' && length < least) return `Must have at least ${least} characters.`
  return length > limit ? `Must have at most ${limit} characters.` : null
}

function patternFault({ validation }: Field, text: string, matches: PatternMatcher): string | null {
  const { pattern } = validation
  if (typeof pattern !== 'string' || pattern === '') return null
  const outcome = matches(pattern, text)
  // Fields older than the check for RE2 may hold a pattern that it cannot read: their signers must not be stuck.
  return outcome === true || outcome === null ? null : 'Does not match the required pattern.'
}
