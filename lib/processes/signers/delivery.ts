import { toPhoneNumber } from '#lib/core/phone-number'
import { presentError } from '#lib/messages/english'
import type { ProcessSigner } from '../parts.ts'
import type { SignerRecord } from '../schema.ts'

/** Signers are invited by the clock of one machine, and emails written by that of another. */
const CLOCK_TOLERANCE_MILLISECONDS = 60_000

/** The topic of emails and text messages with a signing link or code, by which the last one to a signer is found. */
export function signerTopic(signerId: number): string {
  return `signer:${signerId}`
}

/** How the last email or text message to a signer fared; null before the present invitation was written. @param people of the process */
export function presentDelivery(signer: ProcessSigner, people: ProcessSigner[]): SignerRecord['delivery'] {
  const { email, phone, invitedAt } = signer
  const lastMail = findLastMail(signer, people)
  const address = lastMail?.channel === 'sms' ? toPhoneNumber(phone ?? '') : email
  if (!lastMail || !invitedAt || lastMail.recipient.toLowerCase() !== address?.toLowerCase()) return null
  const { channel, status, error, createdAt, sentAt } = lastMail
  // An email from before a correction of the signer is not that of the present invitation.
  if (Number(createdAt) < Number(invitedAt) - CLOCK_TOLERANCE_MILLISECONDS) return null
  return { channel, status, at: (sentAt ?? createdAt).toISOString(), ...presentError('error', error) }
}

/** The last email to the signer, or to who shares the link: one of them gets the emails for all. */
function findLastMail({ email, tokenNonce, lastMail }: ProcessSigner, people: ProcessSigner[]) {
  if (lastMail?.recipient === email || tokenNonce === null) return lastMail
  return people.find((sharer) => sharer.tokenNonce === tokenNonce && sharer.lastMail)?.lastMail ?? null
}
