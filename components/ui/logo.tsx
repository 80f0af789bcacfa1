import { cx } from '#components/ui/cx.ts'

/** The logo: the flourish below a signature (a paraph), drawn in one stroke. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={cx('size-7', className)} fill="none" aria-hidden="true">
      <path
        d="M11.2 20.6C11.9 14.6 13 9.3 14.5 5.2M8.6 8.8c3-3.6 8.2-5.3 11.8-4.3 3.8 1.1 3.7 5.5.3 8-2.6 1.9-6.2 2.5-9 1.7M11.2 20.6c-.4 2.8-3 4.6-5 4.1-2.2-.6-1.7-3.3 1.2-3.7 5.2-.7 8.4 5.6 13.4 5.5 3.3-.1 5.8-2.4 7.8-5.3"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-ink">
      <Mark className="text-accent" />
      <span className="font-serif text-[1.375rem] leading-none tracking-[-0.01em]">Paraph</span>
    </span>
  )
}
