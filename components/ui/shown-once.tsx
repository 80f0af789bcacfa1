'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Input } from '#components/ui/input'

interface ShownOnceProps {
  secret: string
  label: string
  /** What to do when it is lost. */
  hint: string
  onDone: () => void
}

/** A key or a secret, this once. */
export function ShownOnce({ secret, label, hint, onDone }: ShownOnceProps) {
  const [copied, setCopied] = useState(false)

  async function copy() {
    // Without https a browser has no clipboard: then the text is selected, ready to be copied by hand.
    await navigator.clipboard?.writeText(secret)
    setCopied(Boolean(navigator.clipboard))
  }

  return (
    <div className="flex flex-col gap-5">
      <Field label={label} hint={`It cannot be shown again. ${hint}`}>
        <Input
          readOnly
          autoFocus
          value={secret}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onDone}>I have kept it</Button>
        <Button look="primary" onClick={copy}>
          {copied ? (
            <Check className="size-4" aria-hidden="true" />
          ) : (
            <Copy className="size-4" aria-hidden="true" />
          )}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
    </div>
  )
}
