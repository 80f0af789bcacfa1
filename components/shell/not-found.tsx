'use client'

import { useTranslations } from 'use-intl'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'

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
