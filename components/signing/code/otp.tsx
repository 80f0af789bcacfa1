'use client'

import { useSigningSession } from '../session/context.ts'
import { AccessCode } from './access-code.tsx'
import { OneTimeCode } from './one-time-code.tsx'

/** How a signer confirms who they are, before the documents are shown. `onVerified` also loads the state again. */
export function Otp({ onVerified }: { onVerified: () => Promise<unknown> }) {
  const { method } = useSigningSession().signing.otp
  return method === 'access_code' ? (
    <AccessCode onVerified={onVerified} />
  ) : (
    <OneTimeCode onVerified={onVerified} />
  )
}
