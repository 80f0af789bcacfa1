import type { ProcessSigner } from '#lib/processes/parts'
import type { ProcessRow } from '#lib/processes/present'
import { isRemote, isSigning, signerCan } from '#lib/processes/rules'

/**
 * Those who can sign on the device of a host, now or later: not who confirms at a provider, also where only another of
 * their roles on the same link does.
 */
export function listInPerson(
  process: Pick<ProcessRow, 'testMode'>,
  signers: readonly ProcessSigner[],
): ProcessSigner[] {
  const remote = signers.filter((signer) => isRemote(process, signer))
  const isOnRemoteLink = ({ tokenNonce }: ProcessSigner) =>
    tokenNonce !== null && remote.some((other) => other.tokenNonce === tokenNonce)
  return signers.filter(
    (signer) =>
      isSigning(signer) &&
      signerCan.correct(signer).allowed &&
      !isRemote(process, signer) &&
      !isOnRemoteLink(signer),
  )
}

/** Those whose turn it is, each link once: people with the same address sign together. */
export function findNextSigners(
  process: Pick<ProcessRow, 'testMode'>,
  signers: readonly ProcessSigner[],
): ProcessSigner[] {
  const onTurn = listInPerson(process, signers).filter(
    (signer) => signerCan.sign(signer).allowed && signer.tokenNonce !== null,
  )
  return onTurn.filter(
    ({ tokenNonce }, index) => onTurn.findIndex((other) => other.tokenNonce === tokenNonce) === index,
  )
}
