'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { SecretReveal } from '#components/ui/secret-reveal.tsx'
import { WebhookForm } from '#components/webhooks/lazy-form.ts'
import { useAddWebhook, type WebhookInput } from '#components/webhooks/queries.ts'

const emptyInput: WebhookInput = { url: '', events: ['*'], description: '' }

/**
 * The button that opens the dialog.
 * @param isFull whether there can be no more: then there is no button, but the dialog stays until it is closed, as it
 *   shows the secret of the last one
 */
export function NewWebhook({ isFull }: { isFull: boolean }) {
  const t = useTranslations('webhooks.new')
  const [open, setOpen] = useState(false)
  return (
    <>
      {isFull ? null : (
        <Button variant="primary" onClick={() => setOpen(true)}>
          <Plus className="size-4" aria-hidden="true" />
          {t('button')}
        </Button>
      )}
      {open ? <NewWebhookDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** First the form, then the secret, which exists only while this dialog is open. */
function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('webhooks')
  const add = useAddWebhook()
  const secret = add.data?.data.secret
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={t(secret ? 'new.created' : 'new.title')}
      description={secret ? t('new.createdText') : undefined}
    >
      {secret ? (
        <SecretReveal secret={secret} label={t('secret.label')} hint={t('secret.hint')} onDone={onClose} />
      ) : (
        <WebhookForm name="webhook" saved={emptyInput} submitLabel={t('new.submit')} save={add.mutateAsync} />
      )}
    </Dialog>
  )
}
