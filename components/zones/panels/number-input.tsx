'use client'

import { useState } from 'react'
import { CheckedInput } from '#components/zones/panels/checked-input.tsx'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { formatNumber } from '#lib/processes/fields/format-value'
import { readValue } from '#lib/processes/fields/read-value'

interface NumberInputProps {
  label: string
  optional?: boolean
  hideLabel?: boolean
  /** The plain form of the number; empty for none. */
  value: string
  /** The language of the process, in which the number is entered and printed. */
  locale: string
  /** Each digit has a cell: they are not grouped. */
  comb?: boolean | undefined
  /** The typed text, while it is refused. */
  refused: string | undefined
  /** Why a number is refused. */
  findError?: (plain: string) => ErrorText | null
  /** @param refused the typed text, while it is refused */
  onChange: (value: string, refused?: string) => void
}

/** The plain form of a number as it is typed in the language of the process, or why it is unclear. */
export function readTypedNumber(text: string, locale: string): string | ErrorText {
  const example = formatNumber('12345.67', locale)
  return readValue('number', text, locale) ?? errorText('values.mustBeNumberLike', { example })
}

/** An input for a number in the language of the process; when it is left, it shows the number as it will be printed. */
export function NumberInput({ value, locale, comb, findError, ...input }: NumberInputProps) {
  const read = (text: string) => {
    const outcome = readTypedNumber(text, locale)
    return (typeof outcome === 'string' && findError?.(outcome)) || outcome
  }
  return (
    <CheckedInput
      {...input}
      value={value}
      shown={formatNumber(value, locale, !comb)}
      inputMode="decimal"
      read={read}
    />
  )
}

interface ConditionNumberInputProps {
  label: string
  value: string
  locale: string
  onChange: (value: string) => void
}

/** An input for the number that a condition compares with; while a text is refused, the condition keeps the number before. */
export function ConditionNumberInput({ onChange, ...input }: ConditionNumberInputProps) {
  const [refused, setRefused] = useState<string>()
  return (
    <NumberInput
      {...input}
      hideLabel
      refused={refused}
      onChange={(value, refused) => {
        setRefused(refused)
        onChange(value)
      }}
    />
  )
}
