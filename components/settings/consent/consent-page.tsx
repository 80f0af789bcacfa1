'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { ConsentSection } from '#components/settings/consent/consent.tsx'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { PageBody } from '#components/shell/page-head.tsx'

/** The text that signers agree to; for administrators. */
export function ConsentPage() {
  const account = useAccount()
  return (
    <PageBody>
      <SettingsHead page="consent" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      {account.data ? <ConsentSection tenant={account.data.tenant} /> : null}
    </PageBody>
  )
}
