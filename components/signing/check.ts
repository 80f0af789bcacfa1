import { normalizeValue, type RuleViolation, ruleViolation } from '#lib/signing/values/field-rules'
import type { SigningField } from './shapes.ts'
import { isSignatureOrInitials } from './steps.ts'
import type { Strings } from './strings/en.ts'
import { fill } from './strings/languages.ts'

/** Why a value is invalid, in the signer's language; null when it is valid. The server checks the sender's pattern. */
export function errorOf(field: SigningField, value: string, t: Strings): string | null {
  if (isSignatureOrInitials(field) || field.read_only) return null
  const error = ruleViolation(field, normalizeValue(field.type, value), new Date())
  return error ? messageOf(error, t) : null
}

function messageOf(error: RuleViolation, t: Strings): string {
  switch (error.code) {
    case 'required':
      return t.requiredMissing
    case 'not_boolean':
    case 'not_option':
      return t.notMatching
    case 'not_email':
      return t.notEmail
    case 'not_date':
      return t.notDate
    case 'not_number':
      return t.notNumber
    case 'too_small':
      return fill(t.tooSmall, { count: error.limit })
    case 'too_large':
      return fill(t.tooLarge, { count: error.limit })
    case 'too_short':
      return fill(t.tooShort, { count: error.limit })
    case 'too_long':
      return fill(t.tooLong, { count: error.limit })
    case 'too_early':
      return fill(t.dayTooEarly, { day: error.limit })
    case 'too_late':
      return fill(t.dayTooLate, { day: error.limit })
    case 'not_today':
      return t.notToday
  }
}
