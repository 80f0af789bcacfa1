'use client'

import { type CSSProperties, useRef } from 'react'
import type { SigningTexts } from '#lib/messages/signing'
import { fill } from '../fill.ts'
import { useSigningSession } from '../session/context.ts'
import { getShownText, getValue, isSignatureOrInitials } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'

export interface PageSize {
  width: number
  height: number
}

/**
 * A touch target of 44 px around a field of any size, below all other fields. The current field is on top and has no
 * larger target, which would cover its neighbours.
 */
export const touchTarget =
  "[[data-current]_&]:before:hidden before:absolute before:content-[''] before:inset-x-[min(0px,calc((100%-44px)/2))] before:inset-y-[min(0px,calc((100%-44px)/2))]"

/** Scroll margin for the sticky bar and the tag. */
export const scrollMargin = 'scroll-mt-28 scroll-mb-44'

/** The label of a field in the signer's language. */
export function getLabel(field: SigningField, t: Record<SigningField['type'], string>): string {
  return field.label || field.placeholder || t[field.type]
}

/** The label of a field, and who fills it in if the signer does not. */
function describe(field: SigningField, label: string, t: SigningTexts): string {
  if (field.formula) return fill(t.calculated, { label })
  if (!field.read_only) return label
  return fill(field.auto ? t.dayOfSigning : t.prefilled, { label })
}

/** The printed size of `points` on this page, as a custom property. */
export function printedSize(points: number, page: PageSize): CSSProperties {
  return { '--print': `calc(100cqw * ${points / page.width})` } as CSSProperties
}

export const alignsRight = (field: SigningField, page: PageSize) => field.x + field.width / 2 > page.width / 2

/** The classes of a field: open, filled or invalid. */
function getStateClass(state: {
  readOnly: boolean
  filled: boolean
  error: boolean
  required: boolean
}): string {
  if (state.readOnly) return 'border-rule bg-well'
  if (state.error) return 'border-danger bg-danger-wash'
  if (state.filled) return 'border-accent/40 bg-accent-wash'
  return state.required ? 'border-warn bg-warn-wash' : 'border-rule-strong border-dashed bg-card'
}

/** The common props of a field's control. */
export function useZone(field: SigningField) {
  const { t, input, signing, today, errors, filled, setValue, enter, leave } = useSigningSession()
  const error = errors.get(field.id)
  const label = getLabel(field, t)
  return {
    id: `control-${field.id}`,
    label,
    value: isSignatureOrInitials(field) ? '' : getValue(field, input, signing, today),
    shownText: isSignatureOrInitials(field) ? '' : getShownText(field, input, signing, today),
    setValue: (value: string) => setValue(field, value),
    stateClass: getStateClass({
      readOnly: field.read_only,
      filled: filled.has(field.id),
      error: error !== undefined,
      required: field.required,
    }),
    ariaProps: {
      'aria-label': describe(field, label, t),
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `zone-${field.id}-tag` : undefined,
    },
    onFocus: () => enter(field),
    onBlur: () => leave(field),
  }
}

const DOUBLE_CLICK_MILLISECONDS = 500

interface Timed {
  timeStamp: number
}

/** Tells the second click of a double click or double tap on a choice, which must not take it back. */
export function useDoubleClick() {
  const chosenAt = useRef(Number.NEGATIVE_INFINITY)
  return {
    onChosen: ({ timeStamp }: Timed) => {
      chosenAt.current = timeStamp
    },
    isSecondClick: ({ timeStamp }: Timed) => timeStamp - chosenAt.current < DOUBLE_CLICK_MILLISECONDS,
    onLeft: () => {
      chosenAt.current = Number.NEGATIVE_INFINITY
    },
  }
}
