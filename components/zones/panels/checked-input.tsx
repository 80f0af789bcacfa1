'use client'

import { useState } from 'react'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Textarea } from '#components/ui/form/input.tsx'
import type { ErrorText } from '#lib/messages/errors'

interface CheckedInputProps {
  label: string
  optional?: boolean
  hideLabel?: boolean
  value: string
  /** The text of the value, which the input shows when it is left. */
  shown: string
  /** The value of a text, or why it is refused. */
  read: (text: string) => string | ErrorText
  inputMode?: 'decimal'
  multiline?: boolean
  onChange: (value: string) => void
}

/**
 * The value of the text that is being typed; while it is refused, the value before, so that the document never gets what
 * the input refuses.
 */
export function keepAccepted(read: string | ErrorText, before: string): string {
  return typeof read === 'string' ? read : before
}

/** An input that keeps a text that is refused to itself, and shows why. */
export function CheckedInput({
  value,
  shown,
  read,
  inputMode,
  multiline,
  onChange,
  ...field
}: CheckedInputProps) {
  // The text that is being typed, and the value before.
  const [typing, setTyping] = useState<{ text: string; before: string } | null>(null)
  const text = typing?.text ?? shown
  const outcome = read(text)
  const error = typeof outcome === 'string' ? null : outcome
  const translateError = useErrorTranslator(error !== null)
  const Control = multiline ? Textarea : Input
  return (
    <Field {...field} error={error ? translateError(error) : undefined}>
      <Control
        value={text}
        inputMode={inputMode}
        onChange={({ target }: { target: { value: string } }) => {
          const before = typing?.before ?? value
          setTyping({ text: target.value, before })
          onChange(keepAccepted(read(target.value), before))
        }}
        onBlur={() => {
          if (!error) setTyping(null)
        }}
      />
    </Field>
  )
}
