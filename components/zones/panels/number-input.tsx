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

/**
 * The plain form of the number that is being typed; while it is unclear, that of the number before, so that the document
 * never gets what the input refuses.
 */
export function keepClear(typed: string, before: string, locale: string): string {
  return readValue('number', typed, locale) ?? before
}

/** An input for a number in the language of the process; when it is left, it shows the number as it will be printed. */
export function NumberInput({ label, optional, hideLabel, value, locale, comb, onChange }: NumberInputProps) {
  // The text that is being typed, and the number before.
  const [typing, setTyping] = useState<{ text: string; before: string } | null>(null)
  const isUnclear = typing !== null && readValue('number', typing.text, locale) === null
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
        value={typing?.text ?? formatNumber(value, locale, comb ? false : 'min2')}
        inputMode="decimal"
        onChange={(event) => {
          const text = event.target.value
          const before = typing?.before ?? value
          setTyping({ text, before })
          onChange(keepClear(text, before, locale))
        }}
        onBlur={() => {
          if (!isUnclear) setTyping(null)
        }}
      />
    </Field>
  )
}
