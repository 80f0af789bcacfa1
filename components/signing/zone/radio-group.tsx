'use client'

import { type ComponentProps, useRef } from 'react'
import type { SigningField } from '../shapes.ts'
import { useDoubleClick, useZone } from './use-zone.ts'

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

/**
 * The props of the button of an option; where none is needed, a click on the chosen one, or the space bar, takes the choice
 * back.
 */
export function useRadioButtons(field: SigningField): (option: string) => ComponentProps<'input'> {
  const { value, setValue } = useZone(field)
  const isTakenBack = useRef(false)
  const { onChosen, isSecondClick } = useDoubleClick()
  const mayTakeBack = (option: string) => value === option && !field.required
  return (option) => ({
    type: 'radio',
    name: `zone-${field.id}`,
    value: option,
    checked: value === option,
    disabled: field.read_only,
    onClick: (event) => {
      if (mayTakeBack(option) && event.detail < 2 && !isSecondClick(event)) setValue('')
    },
    // Some browsers send a click for the space bar on the chosen one, others none.
    onKeyDown: (event) => {
      if (event.key !== ' ' || !mayTakeBack(option)) return
      event.preventDefault()
      isTakenBack.current = true
      setValue('')
    },
    onKeyUp: (event) => {
      if (isTakenBack.current) event.preventDefault()
      isTakenBack.current = false
    },
    onChange: (event) => {
      onChosen(event)
      setValue(option)
      event.currentTarget.focus({ preventScroll: true })
    },
  })
}
