import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger'

const tones: Record<Tone, string> = {
  plain: 'text-ink-soft',
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  danger: 'text-danger',
}

/** A status with a coloured dot; hollow for pending states. */
export function Badge({
  tone = 'plain',
  hollow = false,
  children,
  className,
}: {
  tone?: Tone
  hollow?: boolean
  children: ReactNode
  className?: string
}) {
  return <span className={cx('badge', !hollow && 'badge-full', tones[tone], className)}>{children}</span>
}

/** A small printed label: TEST, a count, a role. */
export function Tag({
  tone = 'plain',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-block rounded-sm border px-1.5 text-xs leading-5 font-medium whitespace-nowrap',
        tone === 'plain' ? 'border-rule' : 'border-current',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
