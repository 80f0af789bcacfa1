'use client'

import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { CopyField } from '#components/ui/copy/copy-field.tsx'

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
  return (
    <div className="flex flex-col gap-5">
      <CopyField autoFocus variant="primary" label={label} hint={t('once', { hint })} value={secret} />
      <div className="dialog-actions">
        <Button onClick={onDone}>{t('saved')}</Button>
      </div>
    </div>
  )
}
