'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
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
