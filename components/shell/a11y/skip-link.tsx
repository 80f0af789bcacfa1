'use client'

import { useTranslations } from 'use-intl'

/** A link for keyboard users to skip the navigation. */
export function SkipLink() {
  const t = useTranslations('common')
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-md bg-ink px-4 py-2 text-canvas focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      {t('skip')}
    </a>
  )
}
