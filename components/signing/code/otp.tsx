'use client'

import type { SigningTexts } from '#lib/messages/signing'
import type { Signing } from '../shapes.ts'
import { AccessCode } from './access-code.tsx'
import { OneTimeCode } from './one-time-code.tsx'

export interface CodeProps {
  token: string
  signing: Signing
  t: SigningTexts
  /** Also loads the state again. */
  onVerified: () => Promise<unknown>
}

/** How a signer confirms who they are, before the documents are shown or downloaded. */
export function Otp(props: CodeProps) {
  return props.signing.otp.method === 'access_code' ? <AccessCode {...props} /> : <OneTimeCode {...props} />
}
