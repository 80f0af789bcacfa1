'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { Slot } from '#components/ui/slot.tsx'

interface FieldProps {
  label: ReactNode
  /** The control; it gets the id, the description and `aria-invalid`. */
  children: ReactNode
  /** Beside the control, such as a button. */
  beside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  className?: string
}

/** A form field: a control with label, hint and error. */
export function Field({ label, children, beside, hint, error, optional, hideLabel, className }: FieldProps) {
  const t = useTranslations('common')
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  const control = (
    <Slot id={id} aria-describedby={described} aria-invalid={error ? true : undefined}>
      {children}
    </Slot>
  )
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
        {optional ? <span className="font-normal text-ink-faint"> {t('optional')}</span> : null}
      </label>
      {beside ? (
        <div className="flex gap-2">
          {control}
          {beside}
        </div>
      ) : (
        control
      )}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      {hint && !error ? (
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
