import { maskPhoneNumber } from '#lib/core/phone-number'
import { getCodeMethod } from '#lib/processes/rules'
import type { SigningSession } from '../load.ts'

/** How the signer confirms who they are, for the audit trail: phone numbers are masked. */
export function describeCode(session: Pick<SigningSession, 'process' | 'signer'>) {
  const method = getCodeMethod(session)
  if (method === null) return {}
  return {
    otp_method: method,
    ...(method === 'sms' && { phone: maskPhoneNumber(session.signer.phone ?? '') }),
  }
}
