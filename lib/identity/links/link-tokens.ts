import { createHmac } from 'node:crypto'
import type { users } from '#db/schema/identity'
import { addDays, addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { ADDRESS_DAYS, INVITATION_DAYS, RECOVERY_SECONDS } from '../rules.ts'

type UserRow = typeof users.$inferSelect
type Kind = 'invitation' | 'recovery' | 'address'

/** A fresh invitation, of which the row keeps a nonce and a hash: no use to who reads the database. */
export function newInvitation(at: Date) {
  const { nonce, hash } = newSecret('invitation')
  return {
    invitationNonce: nonce,
    invitationHash: hash,
    invitationExpiresAt: addDays(at, INVITATION_DAYS),
  }
}

/** A fresh way back in; the one before it is dead. */
export function newRecovery(at: Date) {
  const { nonce, hash } = newSecret('recovery')
  return { recoveryNonce: nonce, recoveryHash: hash, recoveryExpiresAt: addSeconds(at, RECOVERY_SECONDS) }
}

/** An address that waits to be confirmed from its mailbox; the one proposed before it is dead. */
export function newAddressChange(pendingEmail: string, at: Date) {
  const { nonce, hash } = newSecret('address')
  const addressExpiresAt = addDays(at, ADDRESS_DAYS)
  return { pendingEmail, addressNonce: nonce, addressHash: hash, addressExpiresAt }
}

/** What a row keeps of a link that was used. */
export const noInvitation = { invitationNonce: null, invitationHash: null, invitationExpiresAt: null }
export const noRecovery = { recoveryNonce: null, recoveryHash: null, recoveryExpiresAt: null }

export const noAddressChange = {
  pendingEmail: null,
  addressNonce: null,
  addressHash: null,
  addressExpiresAt: null,
}

/** The address an invited person opens; null when no invitation is open. */
export function invitationLinkOf(user: Pick<UserRow, 'invitationNonce'>): string | null {
  return user.invitationNonce && `${env().appUrl}/invitation/${tokenOf('invitation', user.invitationNonce)}`
}

/** The address where a new password is set; null when none was asked for. */
export function recoveryLinkOf(user: Pick<UserRow, 'recoveryNonce'>): string | null {
  return user.recoveryNonce && `${env().appUrl}/recovery/${tokenOf('recovery', user.recoveryNonce)}`
}

/** The page where a new address is confirmed; null when none waits. */
export function addressLinkOf(user: Pick<UserRow, 'addressNonce'>): string | null {
  return user.addressNonce && `${env().appUrl}/confirm-address/${tokenOf('address', user.addressNonce)}`
}

function newSecret(kind: Kind) {
  const nonce = randomToken(16)
  return { nonce, hash: sha256Hex(tokenOf(kind, nonce)) }
}

/** 32 bytes, base64url, derived from the nonce with the installation's secret. */
function tokenOf(kind: Kind, nonce: string): string {
  return createHmac('sha256', deriveKey(`${kind} link`))
    .update(nonce)
    .digest('base64url')
}
