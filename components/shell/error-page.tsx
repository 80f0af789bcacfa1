'use client'

import { useTranslations } from 'use-intl'
import { forgetFailedTexts } from '#components/i18n/texts.ts'
import { Mark } from '#components/ui/logo.tsx'

const textKeys: Record<string, 'tooMany' | 'unavailable'> = { 429: 'tooMany', 503: 'unavailable' }

/** The error page. For pages of the dashboard, the digest contains the status and the request id. */
export function ErrorPage({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  const t = useTranslations('common')
  const [status = '', requestId] = digest?.split(' ') ?? []
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <Mark className="size-12 text-danger" />
      <h1 className="heading mt-6 text-3xl">{t('errors.pageTitle')}</h1>
      <p className="mt-3 max-w-md text-ink-soft">{t(`errors.${textKeys[status] ?? 'internal'}`)}</p>
      {digest ? (
        <p className="mt-3 font-mono text-xs text-ink-faint select-all">{requestId ?? digest}</p>
      ) : null}
      {/* Not the button component: every page would load it twice more for the error pages. */}
      <button
        type="button"
        onClick={() => {
          forgetFailedTexts()
          onRetry()
        }}
        className="mt-8 inline-flex min-h-10 items-center rounded-md border border-rule-strong bg-card px-4 font-medium text-base hover:border-ink"
      >
        {t('retry')}
      </button>
    </main>
  )
}
