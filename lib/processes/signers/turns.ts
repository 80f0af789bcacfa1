import type { SignerRole, SignerStatus, SignerType } from '#db/schema/processes'
import { isSigning } from '../rules.ts'

/** What the turn of a signer depends on. */
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
 * Who is to be invited now: of those still pending, everyone `parallel`, and everyone `sequential` before whom no
 * sequential signer of lower order has yet to sign. Viewers take their turn like signers but nobody waits for them;
 * copies (`cc`) come when all is signed.
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

/** Whether everyone who must has signed and their revisions are stored. */
export function isComplete(places: readonly SignerTurn[]): boolean {
  return places.some(isSigning) && !places.some(isAwaited)
}
