'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'

/** A placeholder while content is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('loading block rounded-sm', className)} />
}

/** Placeholder rows of a list, announced once. */
export function SkeletonRows({ rows = 5, label }: { rows?: number; label?: string }) {
  const t = useTranslations('common')
  return (
    <div role="status" aria-label={label ?? t('loading')}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-rule py-4 last:border-0">
          <Skeleton className={cx('h-4', row % 2 ? 'w-1/3' : 'w-2/5')} />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  )
}

interface EmptyProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** An empty state with an action. */
export function Empty({ title, children, action, className }: EmptyProps) {
  return (
    <div className={cx('flex flex-col items-center px-4 py-14 text-center', className)}>
      <p className="heading text-xl">{title}</p>
      {children ? <p className="mt-2 max-w-md text-balance text-ink-soft">{children}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  )
}

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
