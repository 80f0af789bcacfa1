'use client'

import { type ComponentProps, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyLabel } from '#components/ui/copy/copy-label.tsx'
import { useCopy } from '#components/ui/copy/use-copy.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

interface CopyFieldProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  label: string
  hint?: string
  value: string
  autoFocus?: boolean
}

/** A text with a button that copies it; the text is selected when the field has the focus. */
export function CopyField({ label, hint, value, autoFocus, variant }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { state, copy } = useCopy(value)
  const copyOrSelect = async () => {
    if (!(await copy())) input.current?.focus()
  }
  return (
    <Field
      label={label}
      hint={hint}
      beside={
        <Button variant={variant} className="shrink-0" onClick={copyOrSelect}>
          <CopyLabel state={state} />
          <span className="sr-only">{` ${label}`}</span>
        </Button>
      }
    >
      <Input
        ref={input}
        readOnly
        autoFocus={autoFocus}
        value={value}
        spellCheck={false}
        dir="ltr"
        onFocus={(event) => event.target.select()}
        className="font-mono text-sm"
      />
    </Field>
  )
}

/** Copies `text`, and says so. */
export function CopyButton({ text }: { text: string }) {
  const { state, copy } = useCopy(text)
  return (
    <Button onClick={copy}>
      <CopyLabel state={state} />
    </Button>
  )
}
