import { errorText } from '#lib/messages/errors'
import type { SigningIdentity } from './cms/identity.ts'
import { PadesError } from './error.ts'
import { type PreparedRevision, type PrepareInput, prepareRevision } from './prepare.ts'
import { type SealInput, sealRevision } from './seal.ts'
import { type SignInput, signRevision } from './sign.ts'
import type { SignatureReport } from './verify.ts'
import { verifyRevision } from './verify-revision.ts'

/** One step of a process: its fields are prepared, one signer signs, or the platform seals. */
export type RevisionStep =
  | { step: 'prepare'; input: Omit<PrepareInput, 'certify'> }
  | { step: 'sign'; input: Omit<SignInput, 'identity'> }
  | { step: 'seal'; input: Omit<SealInput, 'identity'> }

/** A verified revision. */
export interface VerifiedRevision {
  bytes: Uint8Array
  /** The signature that it adds; null where a file that was signed before is prepared. */
  signature: SignatureReport | null
  /** What `prepare` has added. */
  added: Omit<PreparedRevision, 'bytes'> | null
}

/**
 * Makes the next revision of a file and verifies it; `identity` is that of the signer or of the platform.
 * @throws PadesError `invalid_revision` and those of the steps
 */
export async function reviseFile(
  bytesBefore: Uint8Array,
  step: RevisionStep,
  identity: SigningIdentity,
): Promise<VerifiedRevision> {
  const { bytes, added } = await makeRevision(bytesBefore, step, identity)
  const signature = await verifyRevision(bytesBefore, bytes)
  if (step.step !== 'prepare' && !signature)
    throw new PadesError('invalid_revision', errorText('failures.revisionWithoutSignature'))
  return { bytes, signature, added }
}

async function makeRevision(
  bytesBefore: Uint8Array,
  step: RevisionStep,
  identity: SigningIdentity,
): Promise<Omit<VerifiedRevision, 'signature'>> {
  if (step.step === 'sign')
    return { bytes: await signRevision(bytesBefore, { ...step.input, identity }), added: null }
  if (step.step === 'seal')
    return { bytes: await sealRevision(bytesBefore, { ...step.input, identity }), added: null }
  const { bytes, ...added } = await prepareRevision(bytesBefore, { ...step.input, certify: identity })
  return { bytes, added }
}
