import type { SigningTexts } from '#lib/messages/signing'
import type { Signing } from '../shapes.ts'

/** What a step of a confirmation needs. */
export interface ConfirmationStep {
  token: string
  confirmation: NonNullable<Signing['confirmation']>
  provider: string
  t: SigningTexts
  /** Loads the state again. */
  onChanged: () => Promise<unknown>
}
