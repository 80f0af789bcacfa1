import type { ComponentProps } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Input } from '#components/ui/form/input.tsx'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'defaultValue'> {
  /** Null: empty. */
  defaultValue: number | null
}

/**
 * An input for a whole number, to be registered with `wholeNumber`. It is one of text: that of type `number` counts as
 * empty while it shows something that it cannot read.
 */
export function NumberInput({ defaultValue, className, ...rest }: NumberInputProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      defaultValue={defaultValue ?? ''}
      className={cx('figures', className)}
      {...rest}
    />
  )
}

/** Empty is null. What is no whole number stays text, which the rules of the form or the service refuse. */
export const wholeNumber = {
  setValueAs: (value: unknown) => (typeof value === 'string' ? readWholeNumber(value.trim()) : value),
}

function readWholeNumber(text: string): number | string | null {
  if (text === '') return null
  return /^-?\d+$/.test(text) ? Number(text) : text
}
