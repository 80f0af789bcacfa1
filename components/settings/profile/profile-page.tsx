'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { NameForm } from '#components/settings/name-form.tsx'
import { LanguageSetting } from '#components/settings/profile/language.tsx'
import { NotificationSettings } from '#components/settings/profile/notifications.tsx'
import { PasswordForm } from '#components/settings/profile/password-form.tsx'
import { useChangeProfile } from '#components/settings/queries.ts'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { PageBody } from '#components/shell/page-head.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** What users change about themselves: name, language, password and notifications. */
export function ProfilePage() {
  const account = useAccount()
  return (
    <PageBody>
      <SettingsHead page="profile" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      {account.data ? <Profile account={account.data} /> : null}
    </PageBody>
  )
}

function Profile({ account: { user, tenant } }: { account: AccountRecord }) {
  const t = useTranslations('settings.account')
  const tRoles = useTranslations('common.roles')
  const change = useChangeProfile()
  return (
    <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
      <Section title={t('title')}>
        <div className="flex flex-col gap-4">
          <NameForm label={t('name')} name={user.name} subject="user" save={change.mutateAsync} />
          <Facts
            rows={[
              { name: t('email'), value: user.email },
              { name: t('role'), value: tRoles(user.role) },
              { name: t('organisation'), value: tenant.name },
              { name: t('language'), value: <LanguageSetting /> },
            ]}
          />
        </div>
      </Section>
      <PasswordForm email={user.email} />
      <NotificationSettings />
    </div>
  )
}
