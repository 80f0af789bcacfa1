'use client'

import { QueryFault } from '#components/api/query-fault'
import { PlanUse } from '#components/overview/plan-use'
import { Logins } from '#components/settings/logins'
import { PasswordForm } from '#components/settings/password-form'
import { KeptFacts, MonthsUsed, useUsage } from '#components/settings/usage'
import { useAccount } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { roleNames } from '#components/shell/role-names'
import { Facts, Section } from '#components/ui/sheet'
import { Skeleton } from '#components/ui/states'

/** Who one is, what is used, and one's own password. */
export function SettingsPage() {
  const account = useAccount()
  const usage = useUsage()
  const { user, tenant } = account.data ?? {}
  return (
    <PageBody>
      <PageHead title="Settings" lead="Your account, and what the house has used." />
      <QueryFault
        error={account.error ?? usage.error}
        className="mb-6"
        onRetry={() => void Promise.all([account.refetch(), usage.refetch()])}
      />
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
        <Section title="Account">
          {user && tenant ? (
            <Facts
              rows={[
                { name: 'Name', value: user.name },
                { name: 'E-mail', value: user.email },
                { name: 'Role', value: roleNames[user.role] },
                { name: 'Organisation', value: tenant.name },
              ]}
            />
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </Section>
        <PasswordForm email={user?.email ?? ''} />
        <PlanUse account={account.data} />
        <KeptFacts usage={usage.data} account={account.data} />
        <Logins />
        <MonthsUsed usage={usage.data} />
      </div>
    </PageBody>
  )
}
