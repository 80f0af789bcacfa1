import { findBrowserTimeZone } from '#components/ui/preference-cookies.ts'
import type { Signing, SigningField } from '../shapes.ts'
import type { SignBody } from './calls.ts'
import type { SigningSession } from './context.ts'
import { toExactNumber } from './readings.ts'
import { getValue, isTyped } from './steps.ts'

type Submitted = Pick<SigningSession, 'signing' | 'input' | 'steps'>

/** The signature that is submitted: approvers have one only where a field is for it. */
export function getSubmittedSignature({ signing, input, steps }: Submitted) {
  const isAsked = signing.signer.role === 'signer' || steps.some(({ type }) => type === 'signature')
  return isAsked ? input.signature : null
}

/** The body of `sign`. */
export function toSubmission(session: Submitted & Pick<SigningSession, 'today'>): SignBody {
  const { signing, input, today, steps } = session
  const signature = getSubmittedSignature(session)
  const values = steps.filter(isTyped).map((field) => {
    const value = getValue(field, input, signing, today).trim()
    const isNumber = field.type === 'number' && value !== ''
    return { field_id: field.id, value: isNumber ? toExactNumber(value, signing.process.locale) : value }
  })
  // What is signed are the files that this page shows: another device may have changed them.
  const files = steps
    .filter(({ type }) => type === 'attachment')
    .map(({ id, attachment }) => ({ field_id: id, value: attachment?.sha256 ?? '' }))
  return {
    consent: { version: signing.consent.version, accepted: true },
    ...(signature ? { signature } : {}),
    ...(input.initials ? { initials: input.initials } : {}),
    preparation: signing.process.preparation,
    values: [...values, ...files],
    time_zone: findBrowserTimeZone(),
  }
}

/** The session after the file of an attachment field was added, or removed: null. */
export function withFile(signing: Signing, id: number, attachment: SigningField['attachment']): Signing {
  const value = attachment?.name ?? null
  return {
    ...signing,
    fields: signing.fields.map((field) => (field.id === id ? { ...field, value, attachment } : field)),
  }
}
