import { errorText } from '#lib/messages/errors'
import type { SigningIdentity } from './cms/identity.ts'
import { PadesError } from './error.ts'
import { extendRevision, hasStamps } from './extend.ts'
import { type PreparedRevision, type PrepareInput, prepareRevision } from './prepare.ts'
import { type SealInput, sealRevision } from './seal.ts'
import { type SignInput, signRevision } from './sign.ts'
import { type AddedSignature, verifyRevision } from './verify-revision.ts'

/**
 * One step of a process: its fields are prepared, one signer signs, or the platform seals (and extends the file, where
 * there are time stamps). Later the extension is renewed.
 */
export type RevisionStep =
  | { step: 'prepare'; input: Omit<PrepareInput, 'certify'> }
  | { step: 'sign'; input: Omit<SignInput, 'identity'> }
  | { step: 'seal'; input: Omit<SealInput, 'identity'> }
  | { step: 'extend' }

export interface MadeRevision {
  bytes: Uint8Array
  /** What `prepare` has added. */
  added: Omit<PreparedRevision, 'bytes'> | null
}

/** Makes the next revision of a file; `identity` is that of the signer or of the platform. @throws PadesError */
export async function makeRevision(
  bytesBefore: Uint8Array,
  step: RevisionStep,
  identity: SigningIdentity,
): Promise<MadeRevision> {
  if (step.step === 'sign')
    return { bytes: await signRevision(bytesBefore, { ...step.input, identity }), added: null }
  if (step.step === 'seal') {
    const sealed = await sealRevision(bytesBefore, { ...step.input, identity })
    return { bytes: hasStamps(identity) ? await extendRevision(sealed, identity) : sealed, added: null }
  }
  if (step.step === 'extend') {
    if (!hasStamps(identity))
      throw new PadesError('no_time_stamp', errorText('failures.noTimeStampingAuthority'))
    return { bytes: await extendRevision(bytesBefore, identity), added: null }
  }
  const { bytes, ...added } = await prepareRevision(bytesBefore, { ...step.input, certify: identity })
  return { bytes, added }
}

/**
 * Verifies what `makeRevision` has made.
 * @returns null where a file that was signed before is prepared
 * @throws PadesError `invalid_revision`
 */
export async function verifyMade(
  bytesBefore: Uint8Array,
  bytes: Uint8Array,
  { step }: RevisionStep,
): Promise<AddedSignature | null> {
  const added = await verifyRevision(bytesBefore, bytes)
  if (step !== 'prepare' && !added)
    throw new PadesError('invalid_revision', errorText('failures.revisionWithoutSignature'))
  return added
}
