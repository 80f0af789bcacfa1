'use client'

import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'

interface ErrorAlertProps {
  /** The error message. */
  message: string
  requestId?: string | null | undefined
  onRetry?: (() => void) | undefined
  onSignIn?: () => void
  title?: string
  className?: string
}

/** An error alert with request id and retry button. */
export function ErrorAlert({ message, requestId, onRetry, onSignIn, title, className }: ErrorAlertProps) {
  const t = useTranslations('common')
  return (
    <div
      role="alert"
      className={cx('rounded-md border border-danger/40 bg-danger-wash px-4 py-3 text-danger', className)}
    >
      {title ? <p className="font-medium">{title}</p> : null}
      <p className="whitespace-pre-line">{message}</p>
      {requestId || onRetry || onSignIn ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {onSignIn ? (
            <Button size="sm" variant="danger-line" onClick={onSignIn}>
              {t('signInAgain')}
            </Button>
          ) : null}
          {onRetry && !onSignIn ? (
            <Button size="sm" variant="danger-line" onClick={onRetry}>
              {t('retry')}
            </Button>
          ) : null}
          {requestId ? (
            <span className="text-xs">
              {t('request')} <code className="font-mono break-all select-all">{requestId}</code>
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
