import type { SigningTexts } from '#lib/messages/signing'
import type { Signing } from '../shapes.ts'

/** What the inputs of a code need, before the documents are shown and before a download. */
export interface CodeProps {
  token: string
  signing: Signing
  t: SigningTexts
  /** Loads the state again. @throws ApiError */
  onVerified: () => Promise<unknown>
}
