'use client'

import { useReload } from '../session/use-reload.ts'
import { AccessCode } from './access-code.tsx'
import type { CodeProps } from './code-props.ts'
import { OneTimeCode } from './one-time-code.tsx'

/** How a signer confirms who they are. */
export function Otp(input: Omit<CodeProps, 'onVerified'>) {
  const props = { ...input, onVerified: useReload(input.token) }
  const { method, destination } = input.signing.otp
  if (method === 'access_code') return <AccessCode {...props} />
  // The sender may correct where codes are sent.
  return <OneTimeCode key={`${method} ${destination}`} {...props} />
}
