'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FactorsSection } from '#components/second-factor/factors-section.tsx'
import { ScimSection } from '#components/settings/security/scim.tsx'
import { Sessions } from '#components/settings/security/sessions.tsx'
import { SignInRules } from '#components/settings/security/sign-in-rules.tsx'
import { SsoSection } from '#components/settings/security/sso.tsx'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount, useCan } from '#components/shell/account.ts'
import { PageBody } from '#components/shell/page-head.tsx'

/** How the user signs in, and for administrators how everyone does. */
export function SecurityPage() {
  const account = useAccount()
  const mayManage = useCan('tenant.manage')
  const mayReadSso = useCan('sso.read')
  return (
    <PageBody>
      <SettingsHead page="security" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      <div className="flex flex-col gap-10">
        <FactorsSection />
        <Sessions />
        {mayManage && account.data ? <SignInRules tenant={account.data.tenant} /> : null}
        {mayReadSso ? <SsoSection /> : null}
        {mayReadSso ? <ScimSection /> : null}
      </div>
    </PageBody>
  )
}
