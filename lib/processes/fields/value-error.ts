import { lineError } from '#lib/core/text/text'
import type { ErrorMessage } from '#lib/messages/errors'
import { isChosen, type RuledField, type RuleViolation, ruleViolation } from './field-rules.ts'
import type { PatternMatcher } from './patterns.ts'

/**
 * Why a normalized value is refused, as a message of the API; null when it is accepted.
 * @param now the time that gives the day of signing, UTC
 */
export function valueError(
  field: RuledField,
  text: string,
  now: Date,
  matches: PatternMatcher,
): ErrorMessage | null {
  const error = ruleViolation(field, text, now)
  if (error) return formatViolation(error)
  if (text === '') return null
  const lineBreakError = field.type === 'name' || field.type === 'company' ? lineError(text) : null
  return lineBreakError ?? patternError(field, text, matches)
}

function formatViolation(error: RuleViolation): ErrorMessage {
  switch (error.code) {
    case 'required':
      return 'This field is required.'
    case 'not_boolean':
      return 'Must be true or false.'
    case 'not_option':
      return 'Must be one of the options.'
    case 'not_email':
      return 'Must be an email address.'
    case 'not_date':
      return 'Must be a date such as 2026-03-31.'
    case 'not_number':
      return 'Must be a number such as 1250.5.'
    case 'too_small':
      return `Must be at least ${error.limit}.`
    case 'too_large':
      return `Must be at most ${error.limit}.`
    case 'too_short':
      return `Must have at least ${error.limit} characters.`
    case 'too_long':
      return `Must have at most ${error.limit} characters.`
    case 'too_early':
      return `Must not be before ${error.limit}.`
    case 'too_late':
      return `Must not be after ${error.limit}.`
    case 'not_today':
      return `Must be the day of signing: ${error.limit} (UTC), or the day before or after.`
  }
}

function patternError(field: RuledField, text: string, matches: PatternMatcher): ErrorMessage | null {
  const { pattern } = field.validation
  if (typeof pattern !== 'string' || pattern === '' || isChosen(field)) return null
  const outcome = matches(pattern, text)
  // A pattern that the engine does not support must not block the signer.
  return outcome === true || outcome === null ? null : 'Does not match the required pattern.'
}
