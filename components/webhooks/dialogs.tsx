'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useDelete } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { pickChanged } from '#components/shell/input/pick-changed.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm, Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { SecretReveal } from '#components/ui/secret-reveal.tsx'
import { WebhookForm } from '#components/webhooks/lazy-form.ts'
import { useChangeWebhook, useRotateSecret, type WebhookInput } from '#components/webhooks/queries.ts'
import { hostAndPath } from '#components/webhooks/texts.tsx'
import { OLD_SECRET_HOURS } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'

interface WebhookDialogProps {
  webhook: WebhookRecord
  onClose: () => void
}

export function ChangeDialog({ webhook, onClose }: WebhookDialogProps) {
  const t = useTranslations()
  const change = useChangeWebhook(webhook.id)
  const showToast = useToast()
  const { url, description } = webhook
  const saved: WebhookInput = { url, description, events: webhook.events as WebhookInput['events'] }
  return (
    <Dialog open wide onOpenChange={onClose} title={t('webhooks.change.title')}>
      <WebhookForm
        name={`webhook.${webhook.id}`}
        saved={saved}
        submitLabel={t('common.save')}
        save={(input) => change.mutateAsync(pickChanged(input, saved))}
        onSaved={() => {
          onClose()
          showToast(t('webhooks.change.done'))
        }}
      />
    </Dialog>
  )
}

/** Asks before it creates a secret, because the receiver must install it before the old one expires. */
export function RotateDialog({ webhook, onClose }: WebhookDialogProps) {
  const t = useTranslations('webhooks')
  const rotate = useRotateSecret(webhook.id)
  const secret = rotate.data?.data.secret
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(secret ? 'rotate.done' : 'rotate.title')}
      description={t('rotate.text', { hours: OLD_SECRET_HOURS })}
    >
      {secret ? (
        <SecretReveal secret={secret} label={t('secret.label')} hint={t('secret.hint')} onDone={onClose} />
      ) : (
        <div className="flex flex-col gap-5">
          <QueryErrorMessage error={rotate.error} />
          <Button
            variant="primary"
            busy={rotate.isPending}
            onClick={() => rotate.mutate(undefined)}
            className="self-end"
          >
            {t('rotate.submit')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

export function SwitchOffConfirm({ webhook, onClose }: WebhookDialogProps) {
  const t = useTranslations()
  const change = useChangeWebhook(webhook.id)
  const showToast = useToast()
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('webhooks.switchOff.title')}
      description={t('webhooks.switchOff.text')}
      confirmLabel={t('webhooks.actions.switchOff')}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(
          { active: false },
          {
            onSuccess: () => {
              onClose()
              showToast(t('webhooks.switchOff.done'))
            },
          },
        )
      }
    >
      <QueryErrorMessage error={change.error} />
    </Confirm>
  )
}

export function DeleteConfirm({ webhook, onClose }: WebhookDialogProps) {
  const t = useTranslations()
  const remove = useDelete('webhooks')
  const router = useRouter()
  const showToast = useToast()
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('webhooks.delete.title')}
      description={t('webhooks.delete.text', { place: hostAndPath(webhook.url) })}
      confirmLabel={t('common.delete')}
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(webhook.id, {
          onSuccess: () => {
            showToast(t('webhooks.delete.done'))
            router.push('/webhooks')
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
