import type { SignerRole, SignerStatus, SignerType } from '#db/schema/processes'
import { isSigning, signerCan } from '../rules.ts'

/** The properties of a signer that decide turns. */
export interface SignerTurn {
  id: number
  order: number
  type: SignerType
  role: SignerRole
  status: SignerStatus
  /** When their signature was embedded in every document. */
  embeddedAt: Date | null
}

/**
 * The pending signers to invite now: every `parallel` one, and every `sequential` one when all sequential signers of
 * lower order have signed. Viewers take their turn like signers but are not waited for; recipients of copies (`cc`)
 * get theirs at the end.
 */
export function findNextToInvite<P extends SignerTurn>(signers: readonly P[]): P[] {
  return signers.filter(
    (signer) => signer.status === 'pending' && signer.role !== 'cc' && isTurnOpen(signer, signers),
  )
}

/** Those who are invited though others come before them since a correction. */
export function findInvitedTooEarly<P extends SignerTurn>(signers: readonly P[]): P[] {
  return signers.filter((signer) => signerCan.sign(signer).allowed && !isTurnOpen(signer, signers))
}

function isTurnOpen(signer: SignerTurn, signers: readonly SignerTurn[]): boolean {
  if (signer.type === 'parallel') return true
  return signers.every(
    (otherSigner) =>
      otherSigner.type !== 'sequential' || otherSigner.order >= signer.order || !isAwaited(otherSigner),
  )
}

function isAwaited(signer: SignerTurn): boolean {
  return isSigning(signer) && !hasSignedEverywhere(signer)
}

function hasSignedEverywhere(signer: SignerTurn): boolean {
  return signer.status === 'signed' && signer.embeddedAt !== null
}

/** Whether all signers and approvers have signed and their revisions are stored. */
export function isComplete(signers: readonly SignerTurn[]): boolean {
  return signers.some(isSigning) && !signers.some(isAwaited)
}
