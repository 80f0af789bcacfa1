'use client'

import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { handleSession } from '#components/api/client.ts'
import { loginPath } from '#components/api/login-path.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

const ReauthenticationForm = dynamic(() =>
  import('#components/api/reauthentication-form.tsx').then((module) => module.ReauthenticationForm),
)

/**
 * Two dialogs that any API request may open: the first asks for the password again and then repeats the request, the
 * second offers to sign in again. Behind them the page stays as it is, so that unsaved input can be copied.
 */
export function SessionDialogs() {
  const t = useTranslations()
  const [askingPassword, setAskingPassword] = useState(false)
  const [ended, setEnded] = useState(false)
  const isDismissed = useRef(false)
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null)

  useEffect(
    () =>
      handleSession({
        askPassword() {
          pending.current ??= Promise.withResolvers<boolean>()
          setAskingPassword(true)
          return pending.current.promise
        },
        // Pages refetch regularly: once dismissed, the dialog does not come again.
        onEnded: () => setEnded(!isDismissed.current),
      }),
    [],
  )

  function dismissEnded() {
    isDismissed.current = true
    setEnded(false)
  }

  function closePassword(wasAccepted: boolean) {
    setAskingPassword(false)
    pending.current?.resolve(wasAccepted)
    pending.current = null
  }

  return (
    <>
      <Dialog
        open={askingPassword}
        onOpenChange={() => closePassword(false)}
        title={t('api.password.title')}
        description={t('api.password.text')}
      >
        <ReauthenticationForm onAccepted={() => closePassword(true)} />
      </Dialog>
      <Dialog
        open={ended}
        onOpenChange={dismissEnded}
        title={t('api.ended.title')}
        description={t('api.ended.text')}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={dismissEnded}>{t('api.ended.stay')}</Button>
          <Button variant="primary" onClick={() => location.assign(loginPath())}>
            {t('common.signInAgain')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
