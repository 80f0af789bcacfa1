'use client'

import { QueryErrorMessage } from '#components/api/query-error'
import { PlanUse } from '#components/overview/plan-use'
import { Logins } from '#components/settings/logins'
import { PasswordForm } from '#components/settings/password-form'
import { useUsage } from '#components/settings/queries'
import { KeptFacts, MonthsUsed } from '#components/settings/usage'
import { useAccount } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { roleNames } from '#components/shell/role-names'
import { Facts, Section } from '#components/ui/sheet'
import type { AccountRecord, UsageRecord } from '#lib/identity/schema'

/** Who one is, what is used, and one's own password. */
export function SettingsPage() {
  const account = useAccount()
  const usage = useUsage()
  return (
    <PageBody>
      <PageHead title="Settings" lead="Your account and your organisation’s usage." />
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
      <PlanUse account={account} />
      <KeptFacts usage={usage} account={account} />
      <Logins />
      <MonthsUsed usage={usage} />
    </div>
  )
}
