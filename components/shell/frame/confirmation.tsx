'use client'

import { lazy, Suspense } from 'react'
import { useAccount } from '#components/shell/account.ts'

// Not with next/dynamic, which every page would load for it.
const ConfirmationBanner = lazy(() =>
  import('#components/shell/frame/confirmation-banner.tsx').then((module) => ({
    default: module.ConfirmationBanner,
  })),
)

/** A banner until the address of a sign-up is confirmed: no emails are sent to others yet. */
export function ConfirmationStrip() {
  const account = useAccount()
  if (account.data?.tenant.email_confirmed !== false) return null
  return (
    <Suspense>
      <ConfirmationBanner email={account.data.user.email} />
    </Suspense>
  )
}
