import type { ProcessStatus, SignerRole, SignerStatus } from '#db/schema/processes'
import { type StateRule, transitionGuards } from '#lib/core/transition-guards'
import { liveStatuses } from './facts.ts'

export type ProcessAction =
  | 'edit'
  | 'delete'
  | 'send'
  | 'cancel'
  | 'remind'
  | 'correct'
  | 'sign'
  | 'expire'
  | 'complete'
  | 'download'
  | 'void'

/** The states from which each action of a process is allowed. */
export const processStates: Record<ProcessAction, StateRule<ProcessStatus>> = {
  edit: { from: ['draft'], refusal: 'Only a draft can be changed.' },
  delete: { from: ['draft'], refusal: 'Only a draft can be deleted; cancel it instead.' },
  send: { from: ['draft'], refusal: 'The process has already been sent.' },
  cancel: {
    from: ['draft', ...liveStatuses, 'cancelled'],
    refusal: 'The process has ended and cannot be cancelled.',
  },
  remind: { from: liveStatuses, refusal: 'No signer is waiting to sign.' },
  correct: { from: ['draft', ...liveStatuses], refusal: 'The process has ended and cannot be changed.' },
  sign: { from: liveStatuses, refusal: 'The process is not open for signing.' },
  expire: { from: liveStatuses, refusal: 'The process is not open for signing.' },
  complete: { from: ['in_progress'], refusal: 'The process has no signatures yet.' },
  download: {
    from: ['completed', 'voided'],
    refusal: 'The signed document is available once everyone has signed.',
  },
  void: {
    from: ['completed', 'voided'],
    refusal: 'Only a completed process can be voided; cancel it instead.',
  },
}

export const processCan = transitionGuards(processStates)

export type SignerAction = 'view' | 'sign' | 'refuse' | 'remind' | 'correct'

const statusesOnTurn: readonly SignerStatus[] = ['notified', 'viewed']

/** The states from which each action of a signer is allowed; the state of the process is checked first. */
export const signerStates: Record<SignerAction, StateRule<SignerStatus>> = {
  view: { from: ['notified'], refusal: 'The signer has opened the documents or is not invited yet.' },
  sign: { from: statusesOnTurn, refusal: 'It is not this signer’s turn.' },
  refuse: { from: statusesOnTurn, refusal: 'It is not this signer’s turn.' },
  remind: { from: statusesOnTurn, refusal: 'The process is not waiting for this signer.' },
  correct: {
    from: ['pending', ...statusesOnTurn],
    refusal: 'A signer who has signed or refused cannot be changed.',
  },
}

export const signerCan = transitionGuards(signerStates)

/** The roles that a process waits for: not viewers and recipients of copies. */
export const signingRoles: readonly SignerRole[] = ['signer', 'approver']

/** Whether the process waits for this signer. */
export function isSigning(signer: { role: SignerRole }): boolean {
  return signingRoles.includes(signer.role)
}
