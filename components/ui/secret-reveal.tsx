'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { CopyLabel } from '#components/ui/copy-label.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

interface SecretRevealProps {
  secret: string
  label: string
  /** What to do when the secret is lost. */
  hint: string
  onDone: () => void
}

/** Shows a key or secret once. */
export function SecretReveal({ secret, label, hint, onDone }: SecretRevealProps) {
  const t = useTranslations('common.secret')
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    // Browsers have the clipboard API only with https; without it the user copies the selected text.
    await navigator.clipboard?.writeText(secret)
    setCopied(Boolean(navigator.clipboard))
  }

  return (
    <div className="flex flex-col gap-5">
      <Field label={label} hint={t('once', { hint })}>
        <Input
          readOnly
          autoFocus
          value={secret}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
      </Field>
      <div className="dialog-actions">
        <Button onClick={onDone}>{t('saved')}</Button>
        <Button variant="primary" onClick={copy}>
          <CopyLabel copied={isCopied} />
        </Button>
      </div>
    </div>
  )
}
