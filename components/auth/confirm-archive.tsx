'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** The button that confirms an archive address. Opening the link is not enough, as mail scanners open links too. */
export function ConfirmArchive({ token, email }: { token: string; email: string }) {
  const t = useTranslations('auth.archive')
  const isHydrated = useHydrated()
  const [state, setState] = useState<{ status?: 'busy' | 'confirmed'; error?: unknown }>({})

  async function confirm() {
    setState({ status: 'busy' })
    try {
      await api('POST /auth/confirm-archive-address', { body: { token } })
      setState({ status: 'confirmed' })
    } catch (error) {
      setState({ error })
    }
  }

  if (state.status === 'confirmed') return <p role="status">{t('confirmed', { email })}</p>
  return (
    <div className="flex flex-col gap-5">
      <QueryErrorMessage error={state.error} />
      <Button
        variant="primary"
        size="lg"
        disabled={!isHydrated}
        busy={state.status === 'busy'}
        onClick={confirm}
      >
        {t('submit')}
      </Button>
    </div>
  )
}
