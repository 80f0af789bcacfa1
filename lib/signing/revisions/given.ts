import { now, secondsUntil } from '#lib/core/clock'
import type { SignerRow } from '#lib/processes/present'
import type { StepContext } from './context.ts'

/**
 * The next signer whose signature is not embedded yet: first one who has confirmed it with their provider, as it holds
 * for the current revision only, then in the order of signing. Nobody waits for those who have not
 * confirmed yet, nor for those who are asked again later. An erased signer has no signature any more.
 */
export function findNextToEmbed({
  signers,
  confirmations,
}: Pick<StepContext, 'signers' | 'confirmations'>): SignerRow | null {
  const given = signers
    .filter(({ status, embeddedAt, erasedAt }) => status === 'signed' && !embeddedAt && !erasedAt)
    .sort((a, b) => a.signedAt!.getTime() - b.signedAt!.getTime() || a.id - b.id)
  const statusById = new Map(confirmations.map(({ signerId, status }) => [signerId, status]))
  return (
    given.find(({ id }) => statusById.get(id) === 'confirmed') ??
    given.find((signer) => !statusById.has(signer.id) && !isPostponed(signer)) ??
    null
  )
}

/** A person who has declined or not answered is not asked again before. */
export const ASK_AGAIN_SECONDS = 900

/** Whether the service is not to be asked for the signer yet. */
export function isPostponed({ askAgainAt }: SignerRow): boolean {
  return askAgainAt !== null && secondsUntil(askAgainAt, now(), ASK_AGAIN_SECONDS) > 0
}
