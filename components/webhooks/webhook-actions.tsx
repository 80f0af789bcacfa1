'use client'

import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/lazy/menu.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { ChangeDialog, DeleteConfirm, RotateDialog, SwitchOffConfirm } from '#components/webhooks/dialogs.tsx'
import { useChangeWebhook, useSendTest } from '#components/webhooks/queries.ts'
import type { WebhookRecord } from '#lib/webhooks/schema'

const iconClass = 'size-4 text-ink-soft'

/** The actions of a webhook. */
export function WebhookActions({ webhook }: { webhook: WebhookRecord }) {
  const t = useTranslations()
  const errorText = useErrorText()
  const [dialog, setDialog] = useState<'change' | 'rotate' | 'off' | 'delete' | null>(null)
  const test = useSendTest(webhook.id)
  const change = useChangeWebhook(webhook.id)
  const showToast = useToast()
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: () => showToast(t('webhooks.actions.testSent')),
      onError: (error) => showToast(errorText(error), 'danger'),
    })
  const switchOn = () =>
    change.mutate(
      { active: true },
      {
        onSuccess: () => showToast(t('webhooks.actions.switchedOn')),
        onError: (error) => showToast(errorText(error), 'danger'),
      },
    )
  const dialogProps = { webhook, onClose: () => setDialog(null) }
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" aria-label={t('webhooks.actions.more')}>
            <Ellipsis className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setDialog('change')}>
          <Pencil className={iconClass} aria-hidden="true" />
          {t('webhooks.actions.change')}
        </MenuItem>
        <MenuItem onSelect={() => setDialog('rotate')}>
          <KeyRound className={iconClass} aria-hidden="true" />
          {t('webhooks.actions.rotate')}
        </MenuItem>
        {webhook.active ? (
          <MenuItem onSelect={() => setDialog('off')}>
            <Power className={iconClass} aria-hidden="true" />
            {t('webhooks.actions.switchOff')}
          </MenuItem>
        ) : null}
        <MenuRule />
        <MenuItem danger onSelect={() => setDialog('delete')}>
          <Trash2 className="size-4" aria-hidden="true" />
          {t('common.delete')}
        </MenuItem>
      </Menu>
      <Button onClick={sendTest} busy={test.isPending}>
        <Send className="size-4" aria-hidden="true" />
        {t('webhooks.actions.sendTest')}
      </Button>
      {webhook.active ? null : (
        <Button variant="primary" onClick={switchOn} busy={change.isPending}>
          {t('webhooks.actions.switchOn')}
        </Button>
      )}
      {dialog === 'change' ? <ChangeDialog {...dialogProps} /> : null}
      {dialog === 'rotate' ? <RotateDialog {...dialogProps} /> : null}
      {dialog === 'off' ? <SwitchOffConfirm {...dialogProps} /> : null}
      {dialog === 'delete' ? <DeleteConfirm {...dialogProps} /> : null}
    </>
  )
}
