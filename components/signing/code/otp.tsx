'use client'

import { AccessCode } from './access-code.tsx'
import type { CodeProps } from './code-props.ts'
import { OneTimeCode } from './one-time-code.tsx'

/** How a signer confirms who they are. */
export function Otp(props: CodeProps) {
  return props.signing.otp.method === 'access_code' ? <AccessCode {...props} /> : <OneTimeCode {...props} />
}
