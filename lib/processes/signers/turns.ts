import type { SignerRole, SignerStatus, SignerType } from '#db/schema/processes'
import { isSigning } from '../rules.ts'

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
 * The pending signers to invite now: every `parallel` one, and every `sequential` one when all sequential signers of lower
 * order have signed. Viewers take their turn like signers but are not waited for; copies (`cc`) are sent at the end.
 */
export function nextToInvite<P extends SignerTurn>(places: readonly P[]): P[] {
  return places.filter((place) => place.status === 'pending' && place.role !== 'cc' && isOpen(place, places))
}

function isOpen(place: SignerTurn, places: readonly SignerTurn[]): boolean {
  if (place.type === 'parallel') return true
  return places.every(
    (other) => other.type !== 'sequential' || other.order >= place.order || !isAwaited(other),
  )
}

function isAwaited(place: SignerTurn): boolean {
  return isSigning(place) && !isDone(place)
}

function isDone(place: SignerTurn): boolean {
  return place.status === 'signed' && place.embeddedAt !== null
}

/** Whether all signers and approvers have signed and their revisions are stored. */
export function isComplete(places: readonly SignerTurn[]): boolean {
  return places.some(isSigning) && !places.some(isAwaited)
}
