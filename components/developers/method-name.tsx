import { cx } from '#components/ui/cx.ts'

const colorClasses: Record<string, string> = {
  GET: 'text-good',
  POST: 'text-accent',
  PUT: 'text-warn',
  PATCH: 'text-warn',
  DELETE: 'text-danger',
  DEL: 'text-danger',
}

export function MethodName({ children, className }: { children: string; className?: string }) {
  return (
    <span className={cx('font-mono text-sm font-semibold', colorClasses[children] ?? 'text-ink', className)}>
      {children}
    </span>
  )
}
