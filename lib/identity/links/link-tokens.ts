import { createHmac } from 'node:crypto'
import type { users } from '#db/schema/identity'
import { addDays, addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { ADDRESS_DAYS, INVITATION_DAYS, RECOVERY_SECONDS } from '../rules.ts'

type UserRow = typeof users.$inferSelect
export type LinkKind = 'invitation' | 'recovery' | 'address'

/** The topic of emails with such a link of a user, by which those that were not sent yet are withdrawn. */
export function linkTopic(userId: number, kind: LinkKind): string {
  return `user:${userId}:${kind}`
}

/**
 * The columns of a new invitation: nonce and hash of its token, which cannot be derived without the installation key.
 */
export function newInvitation(time: Date) {
  const { nonce, hash } = newSecret('invitation')
  return {
    invitationNonce: nonce,
    invitationHash: hash,
    invitationExpiresAt: addDays(time, INVITATION_DAYS),
  }
}

/** The columns of a new password reset; the previous link stops working. */
export function newRecovery(time: Date) {
  const { nonce, hash } = newSecret('recovery')
  return { recoveryNonce: nonce, recoveryHash: hash, recoveryExpiresAt: addSeconds(time, RECOVERY_SECONDS) }
}

/** The columns of an email address to be confirmed; the previous link stops working. */
export function newAddressChange(pendingEmail: string, time: Date) {
  const { nonce, hash } = newSecret('address')
  const addressExpiresAt = addDays(time, ADDRESS_DAYS)
  return { pendingEmail, addressNonce: nonce, addressHash: hash, addressExpiresAt }
}

/** The values of the columns when there is no link. */
export const clearedInvitation = { invitationNonce: null, invitationHash: null, invitationExpiresAt: null }
export const clearedRecovery = { recoveryNonce: null, recoveryHash: null, recoveryExpiresAt: null }

export const clearedAddressChange = {
  pendingEmail: null,
  addressNonce: null,
  addressHash: null,
  addressExpiresAt: null,
}

/** The URL of an invitation; null when there is none. */
export function getInvitationLink(user: Pick<UserRow, 'invitationNonce'>): string | null {
  return user.invitationNonce && `${env().appUrl}/invitation/${makeToken('invitation', user.invitationNonce)}`
}

/** The URL of a password reset; null when there is none. */
export function getRecoveryLink(user: Pick<UserRow, 'recoveryNonce'>): string | null {
  return user.recoveryNonce && `${env().appUrl}/recovery/${makeToken('recovery', user.recoveryNonce)}`
}

/** The URL that confirms an email address; null when there is none. */
export function getAddressLink(user: Pick<UserRow, 'addressNonce'>): string | null {
  return user.addressNonce && `${env().appUrl}/confirm-address/${makeToken('address', user.addressNonce)}`
}

function newSecret(kind: LinkKind) {
  const nonce = randomToken(16)
  return { nonce, hash: sha256Hex(makeToken(kind, nonce)) }
}

/** The token of a link: 32 bytes, base64url, derived from the nonce with the installation key. */
function makeToken(kind: LinkKind, nonce: string): string {
  return createHmac('sha256', deriveKey(`${kind} link`))
    .update(nonce)
    .digest('base64url')
}
