'use client'

import { useEffect, useRef, useState } from 'react'
import { handleSession } from '#components/api/client.ts'
import { loginPath } from '#components/api/login-path.ts'
import { ReauthenticationForm } from '#components/api/reauthentication-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

/**
 * The dialogs that API calls of the dashboard may need: entering the password again, after which the call is repeated,
 * or signing in again, with unsaved input visible until then.
 */
export function SessionDialogs() {
  const [askingPassword, setAskingPassword] = useState(false)
  const [ended, setEnded] = useState(false)
  const dismissed = useRef(false)
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null)

  useEffect(
    () =>
      handleSession({
        askPassword() {
          pending.current ??= Promise.withResolvers<boolean>()
          setAskingPassword(true)
          return pending.current.promise
        },
        // Pages refetch regularly: one dialog is enough.
        onEnded: () => setEnded(!dismissed.current),
      }),
    [],
  )

  function stay() {
    dismissed.current = true
    setEnded(false)
  }

  function finish(confirmed: boolean) {
    setAskingPassword(false)
    pending.current?.resolve(confirmed)
    pending.current = null
  }

  return (
    <>
      <Dialog
        open={askingPassword}
        onOpenChange={() => finish(false)}
        title="Enter your password again"
        description="This change affects access to the account. We ask at most every 15 minutes."
      >
        <ReauthenticationForm onAccepted={() => finish(true)} />
      </Dialog>
      <Dialog
        open={ended}
        onOpenChange={stay}
        title="Your session has ended"
        description="Sign in again to continue. You will return to this page, but unsaved input is lost: copy it first."
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={stay}>Stay on this page</Button>
          <Button variant="primary" onClick={() => location.assign(loginPath())}>
            Sign in again
          </Button>
        </div>
      </Dialog>
    </>
  )
}
