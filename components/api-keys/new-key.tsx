'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import { SecretReveal } from '#components/ui/secret-reveal.tsx'

const KeyForm = loadedLater(() =>
  import('#components/api-keys/key-form.tsx').then((module) => module.KeyForm),
)

export function NewKeyButton() {
  const t = useTranslations('apiKeys.new')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" />
        {t('button')}
      </Button>
      {open ? <NewKeyDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** First the form, then the key, which exists only while this dialog is open. */
function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('apiKeys.new')
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={t(secret ? 'created' : 'title')}
      description={secret ? t('createdText') : undefined}
    >
      {secret ? (
        <SecretReveal secret={secret} label={t('key')} hint={t('hint')} onDone={onClose} />
      ) : (
        <KeyForm onCreated={setSecret} />
      )}
    </Dialog>
  )
}
