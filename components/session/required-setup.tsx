'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AddPasskey } from '#components/second-factor/add-passkey.tsx'
import { AddTotp } from '#components/second-factor/add-totp.tsx'
import { RecoveryCodes } from '#components/second-factor/recovery-codes.tsx'
import { ApiProvider } from '#components/session/api-provider.tsx'
import { signOutAndForget } from '#components/shell/frame/sign-out.ts'
import { Button } from '#components/ui/button.tsx'

/** The choice of a first factor. Until they have one, these users can open no other page. */
export function RequiredSetup() {
  const t = useTranslations('secondFactor')
  const [codes, setCodes] = useState<string[] | null>(null)
  const enter = () => location.assign('/overview')

  function onAdded(newCodes: string[] | null) {
    setCodes(newCodes)
    if (!newCodes) enter()
  }

  return (
    <ApiProvider>
      <div className="flex flex-col gap-4">
        <AddTotp label={t('setupTotp')} size="lg" onAdded={onAdded} />
        <AddPasskey label={t('addPasskey')} size="lg" onAdded={onAdded} />
        <Button variant="quiet" onClick={() => void signOutAndForget()}>
          {t('signOut')}
        </Button>
      </div>
      <RecoveryCodes codes={codes} onDone={enter} />
    </ApiProvider>
  )
}
