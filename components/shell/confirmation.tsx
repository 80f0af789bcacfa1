'use client'

import dynamic from 'next/dynamic'
import { useAccount } from '#components/shell/account.ts'

const ConfirmationBanner = dynamic(() =>
  import('#components/shell/confirmation-banner.tsx').then((module) => module.ConfirmationBanner),
)

/** A banner until the address of a sign-up is confirmed: no emails are sent to others yet. */
export function ConfirmationStrip() {
  const account = useAccount()
  if (account.data?.tenant.email_confirmed !== false) return null
  return <ConfirmationBanner email={account.data.user.email} />
}
