import type { Signed } from './calls.ts'
import type { Ceremony } from './context.ts'
import { isMark, isWritten } from './steps.ts'

/** The body of `sign`. */
export function submissionOf({
  signing,
  draft,
  today,
  steps,
}: Pick<Ceremony, 'signing' | 'draft' | 'today' | 'steps'>): Signed {
  const values = steps
    .filter((field) => !isMark(field))
    .map((field) => ({ field_id: field.id, value: isWritten(field, draft, signing, today).trim() }))
  return {
    consent: { version: signing.consent.version, accepted: true },
    ...(draft.signature && signing.signer.role === 'signer' ? { signature: draft.signature } : {}),
    ...(draft.initials ? { initials: draft.initials } : {}),
    values,
  }
}
