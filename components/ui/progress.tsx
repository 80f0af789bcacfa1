import { Progress as RadixProgress } from 'radix-ui'
import { cx } from '#components/ui/cx.ts'

/** `value` from 0 to 1; indeterminate without one. */
export function Progress({ value, label, className }: { value?: number; label: string; className?: string }) {
  const percent = value === undefined ? null : Math.round(value * 100)
  return (
    <RadixProgress.Root
      value={percent}
      aria-label={label}
      className={cx('h-1 overflow-hidden rounded-full bg-well', className)}
    >
      <RadixProgress.Indicator
        className={cx(
          'h-full origin-left bg-accent transition-transform duration-200',
          percent === null && 'drying',
        )}
        style={{ transform: `scaleX(${value ?? 1})` }}
      />
    </RadixProgress.Root>
  )
}
