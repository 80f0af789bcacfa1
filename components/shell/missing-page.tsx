'use client'

import { useTranslations } from 'use-intl'
import { textKeys } from '#components/api/client.ts'
import { useAccount } from '#components/shell/account.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import type { ErrorCode } from '#lib/core/errors'

/** A page that the user may not open: by the role, or for the reason that the code names. */
export function NoAccess({ code }: { code: ErrorCode }) {
  const t = useTranslations()
  const role = useAccount().data?.user.role
  const reason = textKeys[code]
  return (
    <PageBody narrow>
      <PageHead
        title={t('shell.noAccess.title')}
        up={{ href: '/overview', label: t('shell.nav.overview') }}
      />
      <p className="text-ink-soft">
        {reason
          ? t(`api.errors.${reason}`)
          : t('shell.noAccess.text', { role: role ? t(`common.roles.${role}`) : '' })}
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
