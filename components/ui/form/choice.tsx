'use client'

import { type ReactNode, useId } from 'react'
import { cx } from '#components/ui/cx.ts'
import { CheckInput } from '#components/ui/form/check-input.tsx'

interface ToggleProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (isChecked: boolean) => void
  disabled?: boolean
  className?: string
}

export function Checkbox({ label, hint, checked, onChange, disabled, className }: ToggleProps) {
  const id = useId()
  return (
    <div className={cx('flex items-start gap-3', className)}>
      <CheckInput
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5"
      />
      <ChoiceLabel id={id} label={label} hint={hint} />
    </div>
  )
}

export function Switch({ label, hint, checked, onChange, disabled, className }: ToggleProps) {
  const id = useId()
  return (
    <div className={cx('flex items-start gap-3', className)}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 h-5 w-9 shrink-0 appearance-none rounded-full border border-rule-strong bg-well p-px before:block before:size-4 before:rounded-full before:bg-ink-soft before:transition-transform hover:border-ink checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent disabled:opacity-50"
      />
      <ChoiceLabel id={id} label={label} hint={hint} />
    </div>
  )
}

function ChoiceLabel({ id, label, hint }: { id: string; label: ReactNode; hint?: ReactNode }) {
  return (
    <span className="min-w-0">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {hint ? (
        <span id={`${id}-hint`} className="block text-sm text-ink-soft">
          {hint}
        </span>
      ) : null}
    </span>
  )
}

interface Option<T extends string> {
  value: T
  label: ReactNode
  hint?: ReactNode
}

interface RadiosProps<T extends string> {
  label: string
  options: Option<T>[]
  value: T
  onChange: (value: T) => void
  className?: string
}

export function Radios<T extends string>({ label, options, value, onChange, className }: RadiosProps<T>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-label={label} className={cx('flex flex-col gap-3', className)}>
      {options.map((option) => (
        <div key={option.value} className="flex items-start gap-3">
          <input
            type="radio"
            name={id}
            id={`${id}-${option.value}`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
            className="mt-0.5 flex size-5 shrink-0 appearance-none items-center justify-center rounded-full border border-rule-strong bg-card before:size-2.5 before:rounded-full hover:border-ink checked:border-accent checked:before:bg-accent"
          />
          <ChoiceLabel id={`${id}-${option.value}`} label={option.label} hint={option.hint} />
        </div>
      ))}
    </div>
  )
}
