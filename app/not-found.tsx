'use client'

import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Mark } from '#components/ui/logo.tsx'

export default function NotFound() {
  const t = useTranslations('common.notFound')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <title>{`${t('title')} · Paraph`}</title>
      <Mark className="size-12 text-accent" />
      <h1 className="heading mt-6 text-3xl">{t('title')}</h1>
      <p className="mt-3 max-w-md text-ink-soft">{t('text')}</p>
      <Button asChild className="mt-8">
        {/* Not the link component: every page would load it for this one. */}
        <a href="/">{t('home')}</a>
      </Button>
    </main>
  )
}
