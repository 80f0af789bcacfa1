'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSettingsPages } from '#components/settings/settings-pages.ts'
import { SubPages } from '#components/shell/frame/sub-pages.tsx'

/** The pages of the settings. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('settings')
  const pages = useSettingsPages().map(({ href, label }) => ({ href, label: t(`pages.${label}`) }))
  return (
    <SubPages title={t('title')} pages={pages}>
      {children}
    </SubPages>
  )
}
