import type { Delegation } from '#db/schema/processes-links'

/**
 * The hand-overs that led to the person with this address, oldest first: those before the sender named someone else do
 * not count.
 */
export function listHandovers<D extends Pick<Delegation, 'fromEmail' | 'toEmail'>>(
  delegations: readonly D[],
  email: string,
): D[] {
  const handovers: D[] = []
  let address = email
  for (const delegation of delegations.toReversed()) {
    if (delegation.toEmail.toLowerCase() !== address.toLowerCase()) break
    handovers.unshift(delegation)
    address = delegation.fromEmail
  }
  return handovers
}
