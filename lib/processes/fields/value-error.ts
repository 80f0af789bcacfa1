import { lineError } from '#lib/core/text/text'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { findRuleViolation, formatViolation, isChosen, type RuledField } from './field-rules.ts'
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

function findPatternError(field: RuledField, text: string, matches: PatternMatcher): ErrorText | null {
  const { pattern } = field.validation
  if (typeof pattern !== 'string' || pattern === '' || isChosen(field)) return null
  const outcome = matches(pattern, text)
  // A pattern that the engine does not support must not block the signer.
  return outcome === true || outcome === null ? null : errorText('processes.doesNotMatchPattern')
}
