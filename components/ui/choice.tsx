'use client'

import { Check } from 'lucide-react'
import { RadioGroup, Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cx } from '#components/ui/cx.ts'

interface ToggleProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

export function Checkbox({ label, hint, checked, onChange, disabled, className }: ToggleProps) {
  const id = useId()
  return (
    <div className={cx('flex items-start gap-3', className)}>
      <RadixCheckbox.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(state) => onChange(state === true)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-sm border border-rule-strong bg-card text-on-accent hover:border-ink data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <RadixCheckbox.Indicator>
          <Check className="size-4" strokeWidth={2.5} aria-hidden="true" />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <ChoiceLabel id={id} label={label} hint={hint} />
    </div>
  )
}

export function Switch({ label, hint, checked, onChange, disabled, className }: ToggleProps) {
  const id = useId()
  return (
    <div className={cx('flex items-start gap-3', className)}>
      <RadixSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 h-5 w-9 shrink-0 rounded-full border border-rule-strong bg-well p-px hover:border-ink data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <RadixSwitch.Thumb className="block size-4 rounded-full bg-ink-soft transition-transform duration-100 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
      </RadixSwitch.Root>
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
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={cx('flex flex-col gap-3', className)}
    >
      {options.map((option) => (
        <div key={option.value} className="flex items-start gap-3">
          <RadioGroup.Item
            id={`${id}-${option.value}`}
            value={option.value}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
            className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-rule-strong bg-card hover:border-ink data-[state=checked]:border-accent"
          >
            <RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
          </RadioGroup.Item>
          <ChoiceLabel id={`${id}-${option.value}`} label={option.label} hint={option.hint} />
        </div>
      ))}
    </RadioGroup.Root>
  )
}
