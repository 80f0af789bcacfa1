'use client'

import Link from 'next/link'
import { useState } from 'react'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** Requires a click: mail scanners open links and must not confirm an address. */
export function ConfirmAddress({ token }: { token: string }) {
  const alive = useHydrated()
  const [state, setState] = useState<{ busy?: true; success?: string; error?: unknown }>({})

  async function confirm() {
    setState({ busy: true })
    try {
      const { message } = await api<{ message: string }>('POST', '/auth/confirm-address', { token })
      setState({ success: message })
    } catch (error) {
      setState({ error })
    }
  }

  if (state.success)
    return (
      <div className="flex flex-col gap-5">
        <p role="status">{state.success}</p>
        <Button asChild variant="primary" size="lg">
          <Link href="/overview">Continue</Link>
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <QueryErrorMessage error={state.error} />
      <Button variant="primary" size="lg" disabled={!alive} busy={state.busy === true} onClick={confirm}>
        Confirm address
      </Button>
    </div>
  )
}
