'use client'

import { useRouter } from 'next/navigation'
import { useDelete } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm, Dialog } from '#components/ui/dialog.tsx'
import { SecretReveal } from '#components/ui/secret-reveal.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { secretHint } from '#components/webhooks/new-webhook.tsx'
import { useChangeWebhook, useRotateSecret } from '#components/webhooks/queries.ts'
import { placeOf } from '#components/webhooks/texts.tsx'
import { WebhookForm } from '#components/webhooks/webhook-form.tsx'
import { OLD_SECRET_HOURS } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'

interface AskedProps {
  webhook: WebhookRecord
  onClose: () => void
}

export function ChangeDialog({ webhook, onClose }: AskedProps) {
  const change = useChangeWebhook(webhook.id)
  const showToast = useToast()
  const { url, events, description } = webhook
  return (
    <Dialog open wide onOpenChange={onClose} title="Change the webhook">
      <WebhookForm
        start={{ url, events, description }}
        label="Save"
        busy={change.isPending}
        error={change.error}
        onSubmit={(input) =>
          change.mutate(input, {
            onSuccess: () => {
              onClose()
              showToast('The webhook is changed.')
            },
          })
        }
      />
    </Dialog>
  )
}

/** Asks for confirmation: the receiver needs the new secret before the old one expires. */
export function RotateDialog({ webhook, onClose }: AskedProps) {
  const rotate = useRotateSecret(webhook.id)
  const secret = rotate.data?.data.secret
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={secret ? 'The new signing secret' : 'Give it a new secret?'}
      description={`For ${OLD_SECRET_HOURS} hours every delivery is signed with the old secret too; install the new one meanwhile.`}
    >
      {secret ? (
        <SecretReveal secret={secret} label="Secret" hint={secretHint} onDone={onClose} />
      ) : (
        <div className="flex flex-col gap-5">
          <QueryErrorMessage error={rotate.error} />
          <Button
            variant="primary"
            busy={rotate.isPending}
            onClick={() => rotate.mutate(undefined)}
            className="self-end"
          >
            Create new secret
          </Button>
        </div>
      )}
    </Dialog>
  )
}

export function SwitchOffConfirm({ webhook, onClose }: AskedProps) {
  const change = useChangeWebhook(webhook.id)
  const showToast = useToast()
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Switch it off?"
      description="It receives no more events, and pending deliveries are cancelled. You can replay any of them from the log."
      confirmLabel="Switch off"
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(
          { active: false },
          {
            onSuccess: () => {
              onClose()
              showToast('The webhook is off.')
            },
          },
        )
      }
    >
      <QueryErrorMessage error={change.error} />
    </Confirm>
  )
}

export function DeleteConfirm({ webhook, onClose }: AskedProps) {
  const remove = useDelete('webhooks')
  const router = useRouter()
  const showToast = useToast()
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Delete this webhook?"
      description={`${placeOf(webhook.url)} receives no more events, and its log is deleted.`}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(webhook.id, {
          onSuccess: () => {
            showToast('The webhook is deleted.')
            router.push('/webhooks')
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
