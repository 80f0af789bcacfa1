'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyLabel } from '#components/ui/copy-label.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

/** A URL with a button that copies it. */
export function LinkToCopy({ label, hint, url }: { label: string; hint?: string; url: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    // Browsers have the clipboard API only with https; without it the user copies the selected text.
    await navigator.clipboard?.writeText(url)
    setCopied(Boolean(navigator.clipboard))
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <Field label={label} hint={hint}>
          <Input
            readOnly
            value={url}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
        </Field>
      </div>
      <Button variant="primary" onClick={copy}>
        <CopyLabel copied={isCopied} />
      </Button>
    </div>
  )
}
