'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { handleSession, withoutAsking } from '#components/api/client.ts'
import { setPageMode } from '#components/api/page-mode.ts'
import type { ItemResponse } from '#components/api/records.ts'
import type { SignInError } from '#components/auth/sign-in.ts'
import { resumeSession } from '#components/session/resume.ts'
import { accountQuery } from '#components/shell/account.ts'
import { forgetInputOnSignOutElsewhere } from '#components/shell/input/kept-input.ts'
import { onTestModeSetElsewhere } from '#components/shell/set-test-mode.ts'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { AccountRecord } from '#lib/identity/schema'

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
 * the request is repeated. Behind them the page stays as it is, unless another user has signed in.
 */
export function SessionDialogs() {
  const t = useTranslations('api')
  const password = useDialog()
  const signIn = useDialog()
  const isDismissed = useRef(false)
  /** The session of the page has ended, and it is not known yet whether it can go on with another one. */
  const hasEnded = useRef(false)
  const client = useQueryClient()
  // The account of the page when its session ended: a sign-in in another tab may replace the loaded one.
  const [account, setAccount] = useState<AccountRecord>()
  const dialogs = useRef({ password, signIn, getAccount, openSignIn, resume })
  dialogs.current = { password, signIn, getAccount, openSignIn, resume }

  useEffect(
    () =>
      handleSession({
        askPassword: () => dialogs.current.password.open(),
        // Pages refetch regularly: once dismissed, the dialog comes again for changes only.
        onEnded: () => void (isDismissed.current || dialogs.current.openSignIn()),
        onOtherMode: () => void client.invalidateQueries(),
        signInAgain: () => dialogs.current.openSignIn(),
      }),
    [client],
  )

  useEffect(() => setPageMode(() => dialogs.current.getAccount()?.test_mode), [])

  useEffect(() => forgetInputOnSignOutElsewhere(), [])

  // The user may have signed in in another tab or window.
  useEffect(() => {
    const onReturn = () => {
      if (hasEnded.current && document.visibilityState === 'visible') void dialogs.current.resume()
    }
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])

  useEffect(() => onTestModeSetElsewhere(() => void client.invalidateQueries()), [client])

  function getAccount() {
    return client.getQueryData<ItemResponse<AccountRecord>>(accountQuery.queryKey)?.data
  }

  function openSignIn() {
    hasEnded.current = true
    if (!signIn.isOpen) setAccount(getAccount())
    return signIn.open()
  }

  function dismissSignIn() {
    isDismissed.current = true
    signIn.close(false)
  }

  /** Goes on with the new session where it is one of the page's user. @returns why it is not known; null: it is */
  async function resume(): Promise<SignInError | null> {
    // The requests of a sign-in that is not complete must not ask for another one.
    const isResumed = await withoutAsking(async () => !!account && resumeSession(account)).catch(() => null)
    if (isResumed === null) return 'unreachable'
    // The change is not repeated for another user, who gets a page of their own.
    if (!isResumed) location.reload()
    else {
      hasEnded.current = false
      isDismissed.current = false
      signIn.close(true)
      void client.invalidateQueries()
    }
    return null
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
        onOpenChange={dismissSignIn}
        title={t('ended.title')}
        description={t('ended.text')}
      >
        <SignInAgainForm email={account?.user.email ?? ''} onAccepted={resume} onCancel={dismissSignIn} />
      </Dialog>
    </>
  )
}
