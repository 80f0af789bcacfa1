import { formatFieldValue } from '#lib/processes/fields/format-value'
import type { SignBody } from './calls.ts'
import type { SigningSession } from './context.ts'
import { getValue, isTyped } from './steps.ts'

/** The body of `sign`. */
export function toSubmission({
  signing,
  input,
  today,
  steps,
}: Pick<SigningSession, 'signing' | 'input' | 'today' | 'steps'>): SignBody {
  const values = steps.filter(isTyped).map((field) => {
    const value = getValue(field, input, signing, today).trim()
    // A number as it is shown and printed: as JSON it would lose its trailing zeros.
    const text = field.type === 'number' ? formatFieldValue(field, value, signing.process.locale) : value
    return { field_id: field.id, value: text }
  })
  return {
    consent: { version: signing.consent.version, accepted: true },
    ...(input.signature && signing.signer.role === 'signer' ? { signature: input.signature } : {}),
    ...(input.initials ? { initials: input.initials } : {}),
    values,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
