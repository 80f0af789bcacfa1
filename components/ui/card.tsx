import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'

/** A card. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-lg border border-rule bg-card shadow-lift', className)} {...rest} />
}

interface SectionProps {
  title: ReactNode
  headerActions?: ReactNode
  children: ReactNode
  className?: string
}

/** A section of a page with a heading. */
export function Section({ title, headerActions, children, className }: SectionProps) {
  return (
    <section className={className}>
      <div className="flex items-baseline justify-between gap-4 border-b border-rule pb-2">
        <h2 className="heading text-lg">{title}</h2>
        {headerActions}
      </div>
      <div className="pt-3">{children}</div>
    </section>
  )
}

/** A description list: names left, values right. */
export function Facts({ rows }: { rows: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-rule">
      {rows.map((row) => (
        <div key={row.name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-3 py-2">
          <dt className="text-sm text-ink-soft">{row.name}</dt>
          <dd className="min-w-0 break-words">{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
