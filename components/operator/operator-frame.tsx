'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SubPages } from '#components/shell/frame/sub-pages.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'

const pages = [
  { href: '/operator', label: 'checks' },
  { href: '/operator/jobs', label: 'jobs' },
  { href: '/operator/processes', label: 'processes' },
  { href: '/operator/organisations', label: 'organisations' },
] as const

/** The pages about the installation. */
export function OperatorFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('operator')
  return (
    <SubPages
      title={t('title')}
      pages={pages.map(({ href, label }) => ({ href, label: t(`pages.${label}`) }))}
    >
      {children}
    </SubPages>
  )
}

/** The head of one of them. */
export function OperatorHead({
  page,
  actions,
}: {
  page: (typeof pages)[number]['label']
  actions?: ReactNode
}) {
  const t = useTranslations('operator')
  const title = t(`pages.${page}`)
  return (
    <PageHead
      title={title}
      tabTitle={`${title} · ${t('title')}`}
      intro={<p className="max-w-prose">{t(`intros.${page}`)}</p>}
      actions={actions}
    />
  )
}

/** In their place, for an operator without a second factor. */
export function FactorMissing() {
  const t = useTranslations('operator')
  return (
    <PageBody narrow>
      <PageHead title={t('factor.title')} tabTitle={t('title')} />
      <p className="text-ink-soft">{t('factor.text')}</p>
      <Button asChild variant="primary" className="mt-6">
        <Link href="/settings/security">{t('factor.link')}</Link>
      </Button>
    </PageBody>
  )
}
