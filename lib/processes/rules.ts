import type { ProcessStatus, SignatureLevel, SignerOtp, SignerRole, SignerStatus } from '#db/schema/processes'
import type { ProcessOptions } from '#db/schema/processes-options'
import { type FieldErrors, invalidState } from '#lib/core/errors'
import { findUnsafeNumbers, type Json } from '#lib/core/json'
import { assertAllowed, type StateRule, transitionGuards } from '#lib/core/transition-guards'
import { errorText } from '#lib/messages/errors'
import { liveStatuses } from './facts.ts'

export type ProcessAction =
  | 'edit'
  | 'delete'
  | 'send'
  | 'cancel'
  | 'remind'
  | 'correct'
  | 'change_otp'
  | 'sign'
  | 'expire'
  | 'complete'
  | 'download'
  | 'void'

/** The states from which each action of a process is allowed. */
export const processStates: Record<ProcessAction, StateRule<ProcessStatus>> = {
  edit: { from: ['draft'], refusal: errorText('refusals.onlyDraftIsChanged') },
  delete: { from: ['draft'], refusal: errorText('refusals.onlyDraftIsDeleted') },
  send: { from: ['draft'], refusal: errorText('refusals.processAlreadySent') },
  cancel: {
    from: ['draft', ...liveStatuses, 'cancelled'],
    refusal: errorText('refusals.processEndedNotCancelled'),
  },
  remind: { from: liveStatuses, refusal: errorText('refusals.noSignerWaiting') },
  correct: { from: ['draft', ...liveStatuses], refusal: errorText('refusals.processEndedNotChanged') },
  // As long as a code opens documents.
  change_otp: {
    from: [...liveStatuses, 'completed', 'voided'],
    refusal: errorText('refusals.processEndedNotChanged'),
  },
  sign: { from: liveStatuses, refusal: errorText('refusals.processNotOpen') },
  expire: { from: liveStatuses, refusal: errorText('refusals.processNotOpen') },
  complete: { from: ['in_progress'], refusal: errorText('refusals.noSignaturesYet') },
  download: {
    from: ['completed', 'voided'],
    refusal: errorText('refusals.notEveryoneHasSigned'),
  },
  void: {
    from: ['completed', 'voided'],
    refusal: errorText('refusals.onlyCompletedIsVoided'),
  },
}

export const processCan = transitionGuards(processStates)

/** Whether the time to sign is over, also where the expiry job has not run yet. */
export function isOver({ expiresAt }: { expiresAt: Date | null }, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** @throws AppError `invalid_state` unless the signers of a process can be asked for their signatures now */
export function assertRemindable(
  process: { status: ProcessStatus; expiresAt: Date | null },
  now: Date,
): void {
  assertAllowed(processCan.remind(process), process)
  if (isOver(process, now)) throw invalidState(errorText('refusals.signingExpired'), process.status)
}

export type SignerAction = 'view' | 'sign' | 'refuse' | 'delegate' | 'remind' | 'correct' | 'change_otp'

const statusesOnTurn: readonly SignerStatus[] = ['notified', 'viewed']

/** The states from which each action of a signer is allowed; the state of the process is checked first. */
export const signerStates: Record<SignerAction, StateRule<SignerStatus>> = {
  view: { from: ['notified'], refusal: errorText('refusals.signerNotReminded') },
  sign: { from: statusesOnTurn, refusal: errorText('refusals.notSignerTurn') },
  refuse: { from: statusesOnTurn, refusal: errorText('refusals.notSignerTurn') },
  delegate: { from: statusesOnTurn, refusal: errorText('refusals.notSignerTurn') },
  remind: { from: statusesOnTurn, refusal: errorText('processes.notWaitingForSigner') },
  correct: {
    from: ['pending', ...statusesOnTurn],
    refusal: errorText('refusals.signerHasActed'),
  },
  change_otp: { from: [...statusesOnTurn, 'signed'], refusal: errorText('refusals.signerHasActed') },
}

export const signerCan = transitionGuards(signerStates)

/** Whether name, address and all else of a signer can be changed, and the signer be removed. */
export function isCorrectable(process: { status: ProcessStatus }, signer: { status: SignerStatus }): boolean {
  return processCan.correct(process).allowed && signerCan.correct(signer).allowed
}

/**
 * Whether a signer can be changed in nothing but how they confirm who they are: they have signed, or the process is
 * complete, and a code opens the documents. Those whose data was erased have no link any more.
 * @param erasedAt when the data of the signer was erased
 */
export function isOnlyOtpChangeable(
  process: { status: ProcessStatus },
  signer: { status: SignerStatus },
  erasedAt: Date | string | null | undefined,
): boolean {
  if (erasedAt) return false
  const mayChange = processCan.change_otp(process).allowed && signerCan.change_otp(signer).allowed
  return mayChange && !isCorrectable(process, signer)
}

/** The roles that a process waits for: not viewers and recipients of copies. */
export const signingRoles: readonly SignerRole[] = ['signer', 'approver']

/** Whether the process waits for this signer. */
export function isSigning(signer: { role: SignerRole }): boolean {
  return signingRoles.includes(signer.role)
}

/** Whether the tenant's remote signing service makes the signature. */
export function isRemote(
  { testMode }: { testMode: boolean },
  signer: { signatureLevel: SignatureLevel },
): signer is { signatureLevel: Exclude<SignatureLevel, 'simple'> } {
  return signer.signatureLevel !== 'simple' && !testMode
}

/** Whether a person has signed, and the remote signing service has not made their signature yet. */
export function awaitsProvider(
  process: { testMode: boolean },
  signer: { signatureLevel: SignatureLevel; status: SignerStatus; embeddedAt: Date | null },
): boolean {
  return isRemote(process, signer) && signer.status === 'signed' && signer.embeddedAt === null
}

/** Whether it is the turn of this signer or approver. */
export function isOnTurn(signer: { role: SignerRole; status: SignerStatus }): boolean {
  return isSigning(signer) && signerCan.remind(signer).allowed
}

/** How a code reaches the signer: an access code was agreed on beforehand. */
type CodeMethod = Exclude<SignerOtp, 'none'>

/** How the signer must confirm who they are; null: not at all. */
export function getCodeMethod({
  process: { options },
  signer: { otp },
}: {
  process: { options: Pick<ProcessOptions, 'enable_otp'> }
  signer: { otp: SignerOtp | null }
}): CodeMethod | null {
  if (otp === null) return options.enable_otp ? 'email' : null
  return otp === 'none' ? null : otp
}

/**
 * Errors of numbers in `metadata` that JSON may have rounded.
 * @param stored the metadata that it replaces: what is stored may be sent back
 */
export function findMetadataErrors(metadata: Json = {}, stored: Json = {}): FieldErrors {
  const paths = findUnsafeNumbers('metadata', metadata, stored)
  return Object.fromEntries(paths.map((path) => [path, [errorText('api.numberRounded')]]))
}
