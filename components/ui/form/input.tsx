import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#components/ui/cx.ts'

const frame =
  'w-full min-w-0 rounded-md border border-rule-strong bg-card px-3 text-base text-ink transition-colors ' +
  'hover:border-ink-soft focus:border-accent focus:outline-2 focus:outline-accent focus:-outline-offset-1 ' +
  'aria-invalid:border-danger disabled:opacity-60 disabled:hover:border-rule-strong'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" className={cx(frame, 'h-10', className)} {...rest} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" className={cx(frame, 'min-h-24 resize-y py-2', className)} {...rest} />
}

/** A native select, which works well on phones and with screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block min-w-0">
      <select className={cx(frame, 'h-10 appearance-none truncate pr-9', className)} {...rest}>
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-3 right-3 size-4 text-ink-soft"
        aria-hidden="true"
      />
    </span>
  )
}
