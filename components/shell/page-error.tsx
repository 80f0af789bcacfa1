'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { PageBody, PageHead, type ParentPage } from '#components/shell/page-head.tsx'

interface PageErrorProps {
  query: { error: Error | null; refetch: () => unknown }
  title: ReactNode
  /** What is known of the record while the rest is loaded. */
  intro?: ReactNode
  up: ParentPage | ParentPage[]
}

/** A page whose record is not loaded yet, or could not be. */
export function PageError({ query, title, intro, up }: PageErrorProps) {
  return (
    <PageBody>
      <PageHead title={title} intro={intro} up={up} />
      <QueryErrorMessage error={query.error} onRetry={() => void query.refetch()} />
    </PageBody>
  )
}

/** A note above a record that could not be refreshed. */
export function StaleDataNotice({ query }: Pick<PageErrorProps, 'query'>) {
  const t = useTranslations('shell')
  return (
    <QueryErrorMessage
      error={query.error}
      onRetry={() => void query.refetch()}
      title={t('stale')}
      className="mb-6"
    />
  )
}
