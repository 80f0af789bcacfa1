'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { SecretReveal } from '#components/ui/secret-reveal.tsx'
import { useAddWebhook, type WebhookInput } from '#components/webhooks/queries.ts'
import { WebhookForm } from '#components/webhooks/webhook-form.tsx'

const blank: WebhookInput = { url: '', events: ['*'], description: '' }
export const secretHint = 'If you lose it, give the webhook a new one.'

export function NewWebhookButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" />
        New webhook
      </Button>
      {open ? <NewWebhookDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** First the form, then the secret, which exists only while this dialog is open. */
function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const add = useAddWebhook()
  const secret = add.data?.data.secret
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={secret ? 'Its signing secret' : 'New webhook'}
      description={
        secret ? 'Every call is signed with it, as Standard Webhooks has it. Copy it now.' : undefined
      }
    >
      {secret ? (
        <SecretReveal secret={secret} label="Secret" hint={secretHint} onDone={onClose} />
      ) : (
        <WebhookForm
          start={blank}
          label="Create webhook"
          busy={add.isPending}
          error={add.error}
          onSubmit={(input) => add.mutate(input)}
        />
      )}
    </Dialog>
  )
}
