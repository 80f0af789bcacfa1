import { cx } from '#components/ui/cx.ts'

/** `value` from 0 to 1; indeterminate without one. */
export function Progress({ value, label, className }: { value?: number; label: string; className?: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === undefined ? undefined : Math.round(value * 100)}
      className={cx('h-1 overflow-hidden rounded-full bg-well', className)}
    >
      <div
        data-bar=""
        className={cx(
          'h-full origin-left rtl:origin-right bg-accent transition-transform',
          value === undefined && 'loading',
        )}
        style={{ transform: `scaleX(${value ?? 1})` }}
      />
    </div>
  )
}
