'use client'

import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/menu.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { ChangeDialog, DeleteConfirm, RotateDialog, SwitchOffConfirm } from '#components/webhooks/dialogs.tsx'
import { useChangeWebhook, useSendTest } from '#components/webhooks/queries.ts'
import type { WebhookRecord } from '#lib/webhooks/schema'

const icon = 'size-4 text-ink-soft'

/** The actions of a webhook. */
export function WebhookActions({ webhook }: { webhook: WebhookRecord }) {
  const [dialog, setDialog] = useState<'change' | 'rotate' | 'off' | 'delete' | null>(null)
  const test = useSendTest(webhook.id)
  const change = useChangeWebhook(webhook.id)
  const showToast = useToast()
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: () => showToast('The test is on its way.'),
      onError: (error) => showToast(error.message, 'danger'),
    })
  const switchOn = () =>
    change.mutate(
      { active: true },
      {
        onSuccess: () => showToast('The webhook is on.'),
        onError: (error) => showToast(error.message, 'danger'),
      },
    )
  const shared = { webhook, onClose: () => setDialog(null) }
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" aria-label="More">
            <Ellipsis className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setDialog('change')}>
          <Pencil className={icon} aria-hidden="true" />
          Change
        </MenuItem>
        <MenuItem onSelect={() => setDialog('rotate')}>
          <KeyRound className={icon} aria-hidden="true" />
          New secret
        </MenuItem>
        {webhook.active ? (
          <MenuItem onSelect={() => setDialog('off')}>
            <Power className={icon} aria-hidden="true" />
            Switch off
          </MenuItem>
        ) : null}
        <MenuRule />
        <MenuItem danger onSelect={() => setDialog('delete')}>
          <Trash2 className="size-4" aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
      <Button onClick={sendTest} busy={test.isPending}>
        <Send className="size-4" aria-hidden="true" />
        Send test event
      </Button>
      {webhook.active ? null : (
        <Button variant="primary" onClick={switchOn} busy={change.isPending}>
          Switch on
        </Button>
      )}
      {dialog === 'change' ? <ChangeDialog {...shared} /> : null}
      {dialog === 'rotate' ? <RotateDialog {...shared} /> : null}
      {dialog === 'off' ? <SwitchOffConfirm {...shared} /> : null}
      {dialog === 'delete' ? <DeleteConfirm {...shared} /> : null}
    </>
  )
}
