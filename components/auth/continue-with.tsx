'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { continueWithProvider, type SignInError } from '#components/auth/sign-in.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

interface ContinueWithProps {
  /** The id and name of an OpenID provider. */
  id: string
  name: string
  next: string | undefined
  variant?: 'primary' | 'line'
}

/** The button that signs in through an OpenID provider. */
export function ContinueWith({ id, name, next, variant = 'line' }: ContinueWithProps) {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const [state, setState] = useState<{ busy?: true; error?: SignInError }>({})

  async function start() {
    setState({ busy: true })
    const error = await continueWithProvider(id, next)
    // Without an error the browser is leaving the page.
    if (error) setState({ error })
  }

  return (
    <div className="flex flex-col gap-5">
      {state.error ? <ErrorAlert message={t(`signInErrors.${state.error}`)} /> : null}
      <Button variant={variant} size="lg" disabled={!isHydrated} busy={state.busy === true} onClick={start}>
        <span className="truncate">{t('signIn.continueWith', { name })}</span>
      </Button>
    </div>
  )
}
