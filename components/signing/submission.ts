import type { SignBody } from './calls.ts'
import type { Ceremony } from './context.ts'
import { currentValue, isSignatureOrInitials } from './steps.ts'

/** The body of `sign`. */
export function submissionOf({
  signing,
  draft,
  today,
  steps,
}: Pick<Ceremony, 'signing' | 'draft' | 'today' | 'steps'>): SignBody {
  const values = steps
    .filter((field) => !isSignatureOrInitials(field))
    .map((field) => ({ field_id: field.id, value: currentValue(field, draft, signing, today).trim() }))
  return {
    consent: { version: signing.consent.version, accepted: true },
    ...(draft.signature && signing.signer.role === 'signer' ? { signature: draft.signature } : {}),
    ...(draft.initials ? { initials: draft.initials } : {}),
    values,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
