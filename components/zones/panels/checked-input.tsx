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
  /** The typed text, while it is refused; the input shows it in place of the value. */
  refused: string | undefined
  /** The value of a text, or why it is refused. */
  read: (text: string) => string | ErrorText
  inputMode?: 'decimal'
  multiline?: boolean
  /** @param refused the typed text, while it is refused */
  onChange: (value: string, refused?: string) => void
}

/**
 * The value of the text that is being typed; while it is refused, the value before, so that the document never gets what
 * the input refuses.
 */
export function keepAccepted(read: string | ErrorText, before: string): string {
  return typeof read === 'string' ? read : before
}

/** The text of an input: what is refused, else what is typed unless the value has changed meanwhile, such as by undo. */
export function chooseText(
  { value, shown, refused, read }: Pick<CheckedInputProps, 'value' | 'shown' | 'refused' | 'read'>,
  typed: string | undefined,
): string {
  if (refused !== undefined) return refused
  return typed !== undefined && read(typed) === value ? typed : shown
}

/** An input that keeps showing a text that is refused, and why. */
export function CheckedInput({
  value,
  shown,
  refused,
  read,
  inputMode,
  multiline,
  onChange,
  ...field
}: CheckedInputProps) {
  // The text that is being typed, and the value before.
  const [typing, setTyping] = useState<{ text: string; before: string } | null>(null)
  const text = chooseText({ value, shown, refused, read }, typing?.text)
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
          const outcome = read(target.value)
          setTyping({ text: target.value, before })
          onChange(keepAccepted(outcome, before), typeof outcome === 'string' ? undefined : target.value)
        }}
        onBlur={() => setTyping(null)}
      />
    </Field>
  )
}
