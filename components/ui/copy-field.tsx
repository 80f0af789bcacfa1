'use client'

import { type ComponentProps, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyLabel } from '#components/ui/copy-label.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

interface CopyFieldProps {
  label: string
  hint?: string
  value: string
  autoFocus?: boolean
}

/** A text to copy; it is selected when the field has the focus. */
export function CopyField({ value, autoFocus, ...field }: CopyFieldProps) {
  return (
    <Field {...field}>
      <Input
        readOnly
        autoFocus={autoFocus}
        value={value}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="font-mono text-sm"
      />
    </Field>
  )
}

/** Copies `text`, and says so. */
export function CopyButton({
  text,
  variant,
}: { text: string } & Pick<ComponentProps<typeof Button>, 'variant'>) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    // Browsers have the clipboard API only with https; without it the user selects the text that is shown.
    await navigator.clipboard?.writeText(text)
    setCopied(Boolean(navigator.clipboard))
  }
  return (
    <Button variant={variant} onClick={copy}>
      <CopyLabel copied={isCopied} />
    </Button>
  )
}
