'use client'

import { useTranslations } from 'use-intl'
import { useAccount } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'

/** A page that the user's role does not include. */
export function NoAccess() {
  const t = useTranslations()
  const role = useAccount().data?.user.role
  return (
    <PageBody narrow>
      <PageHead
        title={t('shell.noAccess.title')}
        up={{ href: '/overview', label: t('shell.nav.overview') }}
      />
      <p className="text-ink-soft">
        {t('shell.noAccess.text', { role: role ? t(`common.roles.${role}`) : '' })}
      </p>
    </PageBody>
  )
}

/** The page of a record that does not exist in the tenant. */
export function NotFound() {
  const t = useTranslations('shell')
  return (
    <PageBody narrow>
      <PageHead title={t('notFound.title')} up={{ href: '/overview', label: t('nav.overview') }} />
      <p className="text-ink-soft">{t('notFound.text')}</p>
    </PageBody>
  )
}
