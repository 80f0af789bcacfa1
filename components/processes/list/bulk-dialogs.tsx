'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FolderChoice } from '#components/folders/move-form.tsx'
import { CancelReason } from '#components/processes/detail/cancel-reason.tsx'
import { Confirm, Dialog } from '#components/ui/lazy/dialog.tsx'

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
      <CancelReason value={reason} onChange={setReason} />
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
  const t = useTranslations('processes.bulk')
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('moveTitle', { count })} description={t('moveText')}>
      <FolderChoice folderId={null} onChoose={onConfirm} />
    </Dialog>
  )
}
