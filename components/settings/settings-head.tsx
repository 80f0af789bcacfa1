'use client'

import { useTranslations } from 'use-intl'
import type { Messages } from '#components/i18n/messages.ts'
import { PageHead } from '#components/shell/page-head.tsx'

/** The head of one page of the settings. */
export function SettingsHead({ page }: { page: keyof Messages['settings']['intros'] }) {
  const t = useTranslations('settings')
  const title = t(`pages.${page}`)
  const intro = <p className="max-w-prose">{t(`intros.${page}`)}</p>
  return <PageHead title={title} tabTitle={`${title} · ${t('title')}`} intro={intro} />
}
