'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { QuotaUsage } from '#components/overview/quota-usage.tsx'
import { NameForm } from '#components/settings/name-form.tsx'
import { ActiveContentSetting } from '#components/settings/organisation/active-content.tsx'
import { Retention } from '#components/settings/organisation/retention.tsx'
import { SealSection } from '#components/settings/organisation/seal.tsx'
import { MonthlyUsage, StorageFacts } from '#components/settings/organisation/usage.tsx'
import { useChangeAccount, useUsage } from '#components/settings/queries.ts'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount, useCan } from '#components/shell/account.ts'
import { PageBody } from '#components/shell/page-head.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import type { AccountRecord } from '#lib/identity/schema'
import type { UsageRecord } from '#lib/identity/usage-schema'

/** The organisation's name, usage, and rules for its documents. */
export function OrganisationPage() {
  const account = useAccount()
  const usage = useUsage()
  return (
    <PageBody>
      <SettingsHead page="organisation" />
      <QueryErrorMessage
        error={account.error ?? usage.error}
        className="mb-6"
        onRetry={() => void Promise.all([account.refetch(), usage.refetch()])}
      />
      {account.data && usage.data ? <Organisation account={account.data} usage={usage.data} /> : null}
    </PageBody>
  )
}

function Organisation({ account, usage }: { account: AccountRecord; usage: UsageRecord }) {
  const t = useTranslations('settings.organisation')
  const change = useChangeAccount()
  const { tenant } = account
  return (
    <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
      <div className="flex flex-col gap-10">
        <Section title={t('title')}>
          {useCan('tenant.manage') ? (
            <NameForm label={t('name')} name={tenant.name} subject="organisation" save={change.mutateAsync} />
          ) : (
            <p>{tenant.name}</p>
          )}
        </Section>
        <QuotaUsage account={account} />
      </div>
      <StorageFacts usage={usage} />
      <DocumentRules tenant={tenant} />
      <SealSection className="xl:col-span-2" />
      <MonthlyUsage usage={usage} />
    </div>
  )
}

/** How long signed documents are kept, and which files are accepted. */
function DocumentRules({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.organisation')
  return (
    <Section title={t('documents')} className="xl:col-span-2">
      <Facts
        rows={[
          { name: t('retention'), value: <Retention tenant={tenant} /> },
          {
            name: t('uploads'),
            value: <ActiveContentSetting isRejected={tenant.refuse_active_content} />,
          },
        ]}
      />
    </Section>
  )
}
