'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FolderChoice, findCommonFolder } from '#components/folders/move-form.tsx'
import { CancelReason } from '#components/processes/detail/cancel-reason.tsx'
import type { ProcessSummary } from '#components/processes/summary.ts'
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

interface MoveSelectedProps extends Omit<BulkDialogProps, 'count'> {
  processes: ProcessSummary[]
  onConfirm: (folderId: number | null) => void
}

/** Asks for the folder that several processes are moved to. */
export function MoveSelected({ open, onClose, processes, onConfirm }: MoveSelectedProps) {
  const t = useTranslations('processes.bulk')
  const title = t('moveTitle', { count: processes.length })
  return (
    <Dialog open={open} onOpenChange={onClose} title={title} description={t('moveText')}>
      <FolderChoice folderId={findCommonFolder(processes)} onChoose={onConfirm} />
    </Dialog>
  )
}
