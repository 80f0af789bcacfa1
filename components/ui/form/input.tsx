'use client'

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#components/ui/cx.ts'
import { withCleanText } from './clean-input.ts'

export function Input({ className, onChange, ...rest }: ComponentProps<'input'>) {
  return (
    <input dir="auto" className={cx('input h-10', className)} onChange={withCleanText(onChange)} {...rest} />
  )
}

export function Textarea({ className, onChange, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      className={cx('input min-h-24 resize-y py-2', className)}
      onChange={withCleanText(onChange)}
      {...rest}
    />
  )
}

/** A native select, which works well on phones and with screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block min-w-0">
      <select className={cx('input h-10 appearance-none truncate pe-9', className)} {...rest}>
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-3 end-3 size-4 text-ink-soft"
        aria-hidden="true"
      />
    </span>
  )
}
