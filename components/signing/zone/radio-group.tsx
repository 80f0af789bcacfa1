'use client'

import type { ComponentProps } from 'react'
import type { SigningField } from '../shapes.ts'
import { useZone } from './use-zone.ts'

/** The buttons of a radio field on one page; focus that moves between them does not leave the field. */
export function RadioGroup({ field, ...props }: { field: SigningField } & ComponentProps<'div'>) {
  const { ariaProps, onFocus, onBlur } = useZone(field)
  return (
    <div
      {...props}
      {...ariaProps}
      role="radiogroup"
      tabIndex={-1}
      aria-required={field.required || undefined}
      aria-disabled={field.read_only || undefined}
      onFocus={onFocus}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
      }}
    />
  )
}

/** The props of the button of an option; where none is needed, a click on the chosen one takes the choice back. */
export function useRadioButtons(field: SigningField): (option: string) => ComponentProps<'input'> {
  const { value, setValue } = useZone(field)
  return (option) => ({
    type: 'radio',
    name: `zone-${field.id}`,
    value: option,
    checked: value === option,
    disabled: field.read_only,
    onClick: () => {
      if (value === option && !field.required) setValue('')
    },
    onChange: (event) => {
      setValue(option)
      event.currentTarget.focus({ preventScroll: true })
    },
  })
}
