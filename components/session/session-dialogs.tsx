'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { handleSession } from '#components/api/client.ts'
import { forgetInputOnSignOutElsewhere } from '#components/shell/input/kept-input.ts'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

// Loaded when they are first needed.
const ReauthenticationForm = loadedLater(() =>
  import('#components/session/reauthentication-form.tsx').then((module) => module.ReauthenticationForm),
)
const SignInAgainForm = loadedLater(() =>
  import('#components/session/sign-in-again-form.tsx').then((module) => module.SignInAgainForm),
)

/** A dialog that requests wait for. */
function useDialog() {
  const [isOpen, setOpen] = useState(false)
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null)
  return {
    isOpen,
    open() {
      pending.current ??= Promise.withResolvers<boolean>()
      setOpen(true)
      return pending.current.promise
    },
    close(wasAccepted: boolean) {
      setOpen(false)
      pending.current?.resolve(wasAccepted)
      pending.current = null
    },
  }
}

/**
 * Two dialogs that any API request may open: the first asks for the password again, the second to sign in again. Then
 * the request is repeated. Behind them the page stays as it is.
 */
export function SessionDialogs() {
  const t = useTranslations('api')
  const password = useDialog()
  const signIn = useDialog()
  const isDismissed = useRef(false)
  const client = useQueryClient()
  const dialogs = useRef({ password, signIn })
  dialogs.current = { password, signIn }

  useEffect(
    () =>
      handleSession({
        askPassword: () => dialogs.current.password.open(),
        // Pages refetch regularly: once dismissed, the dialog comes again for changes only.
        onEnded: () => void (isDismissed.current || dialogs.current.signIn.open()),
        signInAgain: () => dialogs.current.signIn.open(),
      }),
    [],
  )

  useEffect(() => forgetInputOnSignOutElsewhere(), [])

  function closeSignIn(wasAccepted: boolean) {
    isDismissed.current = !wasAccepted
    signIn.close(wasAccepted)
    if (wasAccepted) void client.invalidateQueries()
  }

  return (
    <>
      <Dialog
        open={password.isOpen}
        onOpenChange={() => password.close(false)}
        title={t('password.title')}
        description={t('password.text')}
      >
        <ReauthenticationForm onAccepted={() => password.close(true)} />
      </Dialog>
      <Dialog
        open={signIn.isOpen}
        onOpenChange={() => closeSignIn(false)}
        title={t('ended.title')}
        description={t('ended.text')}
      >
        <SignInAgainForm onAccepted={() => closeSignIn(true)} onCancel={() => closeSignIn(false)} />
      </Dialog>
    </>
  )
}
