'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { ApiProvider } from '#components/api/provider.tsx'
import { AddPasskey } from '#components/second-factor/add-passkey.tsx'
import { AddTotp } from '#components/second-factor/add-totp.tsx'
import { RecoveryCodes } from '#components/second-factor/recovery-codes.tsx'
import { Button } from '#components/ui/button.tsx'

function leave() {
  void signOut({ callbackUrl: '/login' })
}

/** The choice of a first factor, for users who can do nothing else before. */
export function RequiredSetup() {
  const [codes, setCodes] = useState<string[] | null>(null)
  const enter = () => location.assign('/overview')

  function added(newCodes: string[] | null) {
    setCodes(newCodes)
    if (!newCodes) enter()
  }

  return (
    <ApiProvider>
      <div className="flex flex-col gap-4">
        <AddTotp label="Set up an authenticator app" size="lg" onAdded={added} />
        <AddPasskey label="Add a passkey" size="lg" onAdded={added} />
        <Button variant="quiet" onClick={leave}>
          Sign out
        </Button>
      </div>
      <RecoveryCodes codes={codes} onDone={enter} />
    </ApiProvider>
  )
}
