'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { BrandingForm } from '#components/settings/branding/branding-form.tsx'
import { ProcessDefaults } from '#components/settings/branding/process-defaults.tsx'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { PageBody } from '#components/shell/page-head.tsx'

/** How signers see the organisation, and the options of new processes; for administrators. */
export function BrandingPage() {
  const account = useAccount()
  return (
    <PageBody>
      <SettingsHead page="branding" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      {account.data ? (
        <div className="flex max-w-2xl flex-col gap-10">
          <BrandingForm tenant={account.data.tenant} />
          <ProcessDefaults tenant={account.data.tenant} />
        </div>
      ) : null}
    </PageBody>
  )
}
