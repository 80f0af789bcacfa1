'use client'

import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { AddressConfirmation } from '#lib/identity/schema'

/** The button that confirms an address. Opening the link is not enough, as mail scanners open links too. */
export function ConfirmAddress({ token, email }: { token: string; email: string }) {
  const t = useTranslations('auth.address')
  const isHydrated = useHydrated()
  const [state, setState] = useState<{
    busy?: true
    outcome?: AddressConfirmation['outcome']
    error?: unknown
  }>({})

  async function confirm() {
    setState({ busy: true })
    try {
      const { outcome } = await api('POST /auth/confirm-address', { body: { token } })
      setState({ outcome })
    } catch (error) {
      setState({ error })
    }
  }

  if (state.outcome)
    return (
      <div className="flex flex-col gap-5">
        <p role="status">{t(`outcomes.${state.outcome}`, { email })}</p>
        <Button asChild variant="primary" size="lg">
          <Link href="/overview">{t('continue')}</Link>
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <QueryErrorMessage error={state.error} />
      <Button variant="primary" size="lg" disabled={!isHydrated} busy={state.busy === true} onClick={confirm}>
        {t('submit')}
      </Button>
    </div>
  )
}
