import { lineError } from '#lib/core/text/text'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { findRuleViolation, isChosen, type RuledField, type RuleViolation } from './field-rules.ts'
import type { PatternMatcher } from './patterns.ts'

/**
 * Why a normalized value is refused, as a message of the API; null when it is accepted.
 * @param now the time that gives the day of signing, UTC
 */
export function findValueError(
  field: RuledField,
  text: string,
  now: Date,
  matches: PatternMatcher,
): ErrorText | null {
  const error = findRuleViolation(field, text, now)
  if (error) return formatViolation(error)
  if (text === '') return null
  const lineBreakError = field.type === 'name' || field.type === 'company' ? lineError(text) : null
  return lineBreakError ?? findPatternError(field, text, matches)
}

function formatViolation(error: RuleViolation): ErrorText {
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

function findPatternError(field: RuledField, text: string, matches: PatternMatcher): ErrorText | null {
  const { pattern } = field.validation
  if (typeof pattern !== 'string' || pattern === '' || isChosen(field)) return null
  const outcome = matches(pattern, text)
  // A pattern that the engine does not support must not block the signer.
  return outcome === true || outcome === null ? null : errorText('processes.doesNotMatchPattern')
}
