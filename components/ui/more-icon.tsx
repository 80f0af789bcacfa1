import { cx } from '#components/ui/cx.ts'

/** Three dots: the icon of a menu. Lists have one in each row, so it is as small as it can be. */
export function MoreIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={cx('icon-more', className)} aria-hidden="true">
      <path d="M5 12h.01M12 12h.01M19 12h.01" />
    </svg>
  )
}
