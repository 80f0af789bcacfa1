import type { ProcessSigner } from '#lib/processes/parts'
import type { ProcessRow } from '#lib/processes/present'
import { isRemote, isSigning, signerCan } from '#lib/processes/rules'

/** Whether a signer can sign on the device of a host, now or later: not those who confirm at a provider. */
export function canSignInPerson(process: Pick<ProcessRow, 'testMode'>, signer: ProcessSigner): boolean {
  return isSigning(signer) && signerCan.correct(signer).allowed && !isRemote(process, signer)
}

/** Those whose turn it is, each link once: people with the same address sign together. */
export function findNextSigners(
  process: Pick<ProcessRow, 'testMode'>,
  signers: ProcessSigner[],
): ProcessSigner[] {
  const onTurn = signers.filter(
    (signer) =>
      canSignInPerson(process, signer) && signerCan.sign(signer).allowed && signer.tokenNonce !== null,
  )
  return onTurn.filter(
    ({ tokenNonce }, index) => onTurn.findIndex((other) => other.tokenNonce === tokenNonce) === index,
  )
}
