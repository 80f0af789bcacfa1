'use client'

import { SigningError } from '#components/signing/signing-error.tsx'

export default function SigningPageError() {
  return <SigningError />
}
