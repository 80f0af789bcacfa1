'use client'

import { createContext, useContext } from 'react'
import type { SigningTexts } from '#lib/messages/signing'
import type { Signing, SigningField } from '../shapes.ts'
import type { DraftState } from './draft-saver.ts'
import type { SignerInput } from './steps.ts'

/** The context of the signing page. */
export interface SigningSession {
  token: string
  signing: Signing
  t: SigningTexts
  senderName: string
  input: SignerInput
  /** How the input is saved for other devices. */
  draft: Pick<DraftState, 'status' | 'notice'> & { closeNotice: () => void }
  /** The day by the service's clock in the signer's time zone, `2026-03-31`. */
  today: string
  steps: SigningField[]
  /** Steps that are filled. */
  filled: ReadonlySet<number>
  /** Steps that must still be filled before signing. */
  open: ReadonlySet<number>
  /** Attachment fields of which a file is being added or removed. */
  changing: ReadonlySet<number>
  current: number | null
  /** Errors by field, shown after the signer left the field or tried to sign. */
  errors: ReadonlyMap<number, string>
  setValue(field: SigningField, value: string): void
  setChanging(field: SigningField, isChanging: boolean): void
  enter(field: SigningField): void
  leave(field: SigningField): void
  /** Scrolls to a field and puts the focus into it. */
  goTo(field: SigningField): void
  goNext(): void
  openAdoptDialog(kind: 'signature' | 'initials'): void
}

export const SigningSessionContext = createContext<SigningSession | null>(null)

export function useSigningSession(): SigningSession {
  const session = useContext(SigningSessionContext)
  if (!session) throw new Error('useSigningSession() outside of a signing session')
  return session
}
