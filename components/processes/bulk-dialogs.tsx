'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FolderSelect, folderIdOf } from '#components/folders/folder-select.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm, Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'

interface BulkDialogProps {
  open: boolean
  onClose: () => void
  /** The number of processes that will be changed. */
  count: number
}

/** Confirms the cancellation of several processes, optionally with one reason for all. */
export function CancelSelected(props: BulkDialogProps & { onConfirm: (reason: string) => void }) {
  const { open, onClose, count, onConfirm } = props
  const t = useTranslations('processes')
  const [reason, setReason] = useState('')
  return (
    <Confirm
      open={open}
      onOpenChange={onClose}
      title={t('bulk.cancelTitle', { count })}
      description={t('cancel.text')}
      confirmLabel={t('bulk.cancel', { count })}
      danger
      onConfirm={() => {
        onConfirm(reason.trim())
        setReason('')
      }}
    >
      <Field label={t('reason')} optional hint={t('cancel.reasonHint')}>
        <Textarea
          rows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Confirm>
  )
}

/** Confirms the deletion of several drafts. */
export function DeleteSelected({
  open,
  onClose,
  count,
  onConfirm,
}: BulkDialogProps & { onConfirm: () => void }) {
  const t = useTranslations('processes.bulk')
  return (
    <Confirm
      open={open}
      onOpenChange={onClose}
      title={t('deleteTitle', { count })}
      description={t('deleteText')}
      confirmLabel={t('delete')}
      danger
      onConfirm={onConfirm}
    />
  )
}

/** Asks for the folder that several processes are moved to. */
export function MoveSelected(props: BulkDialogProps & { onConfirm: (folderId: number | null) => void }) {
  const { open, onClose, count, onConfirm } = props
  const t = useTranslations()
  const [folder, setFolder] = useState('none')
  function submit(event: FormEvent) {
    event.preventDefault()
    onConfirm(folderIdOf(folder) ?? null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('processes.bulk.moveTitle', { count })}
      description={t('processes.bulk.moveText')}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label={t('folders.folder')} hint={t('folders.move.hint')}>
          <FolderSelect value={folder} onChange={(event) => setFolder(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" className="self-end">
          {t('folders.move.button')}
        </Button>
      </form>
    </Dialog>
  )
}
