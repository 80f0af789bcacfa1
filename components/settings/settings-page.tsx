'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { QuotaUsage } from '#components/overview/quota-usage.tsx'
import { BrandingSection } from '#components/settings/branding.tsx'
import { ConsentSection } from '#components/settings/consent.tsx'
import { Sessions } from '#components/settings/logins.tsx'
import { PasswordForm } from '#components/settings/password-form.tsx'
import { useUsage } from '#components/settings/queries.ts'
import { MonthlyUsage, StorageFacts } from '#components/settings/usage.tsx'
import { useAccount, useCan } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { roleNames } from '#components/shell/role-names.ts'
import { Facts, Section } from '#components/ui/card.tsx'
import type { AccountRecord, UsageRecord } from '#lib/identity/schema'

/** The settings of the user and the organisation. */
export function SettingsPage() {
  const account = useAccount()
  const usage = useUsage()
  return (
    <PageBody>
      <PageHead title="Settings" intro="Your account and your organisation’s usage." />
      <QueryErrorMessage
        error={account.error ?? usage.error}
        className="mb-6"
        onRetry={() => void Promise.all([account.refetch(), usage.refetch()])}
      />
      {account.data && usage.data ? <Settings account={account.data} usage={usage.data} /> : null}
    </PageBody>
  )
}

function Settings({ account, usage }: { account: AccountRecord; usage: UsageRecord }) {
  const { user, tenant } = account
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
      <Section title="Account">
        <Facts
          rows={[
            { name: 'Name', value: user.name },
            { name: 'Email', value: user.email },
            { name: 'Role', value: roleNames[user.role] },
            { name: 'Organisation', value: tenant.name },
          ]}
        />
      </Section>
      <PasswordForm email={user.email} />
      {useCan('tenant.manage') ? <BrandingSection tenant={tenant} /> : null}
      <div className="flex flex-col gap-10">
        <QuotaUsage account={account} />
        <StorageFacts usage={usage} account={account} />
      </div>
      {useCan('tenant.manage') ? <ConsentSection tenant={tenant} /> : null}
      <Sessions />
      <MonthlyUsage usage={usage} />
    </div>
  )
}
