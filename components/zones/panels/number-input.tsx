'use client'

import { useState } from 'react'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
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
  onChange: (value: string) => void
}

/** An input for a number in the language of the process; when it is left, it shows the number as it will be printed. */
export function NumberInput({ label, optional, hideLabel, value, locale, comb, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isUnclear = typed !== null && readValue('number', typed, locale) === null
  const translateError = useErrorTranslator(isUnclear)
  const error: ErrorText = errorText('values.mustBeNumberLike', { example: formatNumber('12345.67', locale) })
  return (
    <Field
      label={label}
      optional={optional ?? false}
      hideLabel={hideLabel ?? false}
      error={isUnclear ? translateError(error) : undefined}
    >
      <Input
        value={typed ?? formatNumber(value, locale, comb ? false : 'min2')}
        inputMode="decimal"
        onChange={(event) => {
          setTyped(event.target.value)
          // What is unclear is refused when it is saved.
          onChange(readValue('number', event.target.value, locale) ?? event.target.value)
        }}
        onBlur={() => {
          if (!isUnclear) setTyped(null)
        }}
      />
    </Field>
  )
}
