'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { QuotaUsage } from '#components/overview/quota-usage.tsx'
import { FactorsSection } from '#components/second-factor/factors-section.tsx'
import { BrandingSection } from '#components/settings/branding.tsx'
import { ConsentSection } from '#components/settings/consent.tsx'
import { LanguageSetting } from '#components/settings/language.tsx'
import { PasswordForm } from '#components/settings/password-form.tsx'
import { useUsage } from '#components/settings/queries.ts'
import { Sessions } from '#components/settings/sessions.tsx'
import { SignInRules } from '#components/settings/sign-in-rules.tsx'
import { SsoSection } from '#components/settings/sso.tsx'
import { MonthlyUsage, StorageFacts } from '#components/settings/usage.tsx'
import { useAccount, useCan } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import type { AccountRecord, UsageRecord } from '#lib/identity/schema'

/** The settings of the user and the organisation. */
export function SettingsPage() {
  const t = useTranslations('settings')
  const account = useAccount()
  const usage = useUsage()
  return (
    <PageBody>
      <PageHead title={t('title')} intro={t('intro')} />
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
  const t = useTranslations('settings.account')
  const tRoles = useTranslations('common.roles')
  const { user, tenant } = account
  const isAdmin = useCan('tenant.manage')
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
      <Section title={t('title')}>
        <Facts
          rows={[
            { name: t('name'), value: user.name },
            { name: t('email'), value: user.email },
            { name: t('role'), value: tRoles(user.role) },
            { name: t('organisation'), value: tenant.name },
            { name: t('language'), value: <LanguageSetting /> },
          ]}
        />
      </Section>
      <PasswordForm email={user.email} />
      <FactorsSection />
      {isAdmin ? <SignInRules tenant={tenant} /> : null}
      {isAdmin ? <BrandingSection tenant={tenant} /> : null}
      <div className="flex flex-col gap-10">
        <QuotaUsage account={account} />
        <StorageFacts usage={usage} account={account} />
      </div>
      {isAdmin ? <ConsentSection tenant={tenant} /> : null}
      {useCan('sso.read') ? <SsoSection /> : null}
      <Sessions />
      {useCan('privacy.read') ? <PersonalData /> : null}
      <MonthlyUsage usage={usage} />
    </div>
  )
}

function PersonalData() {
  const t = useTranslations('settings.personalData')
  return (
    <Section title={t('title')} className="lg:col-span-2">
      <p className="text-ink-soft">{t('text')}</p>
      <Button asChild className="mt-4">
        <Link href="/settings/privacy">{t('link')}</Link>
      </Button>
    </Section>
  )
}
