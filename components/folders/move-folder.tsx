'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFolder, useFolders } from '#components/folders/folders-query.ts'
import type { MoveProps } from '#components/folders/move-form.tsx'
import { useCan } from '#components/shell/account.ts'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

const MoveForm = loadedLater(() =>
  import('#components/folders/move-form.tsx').then((module) => module.MoveForm),
)

interface MoveDialogProps extends MoveProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog that moves a record to another folder. */
export function MoveDialog({ kind, record, open, onOpenChange }: MoveDialogProps) {
  const t = useTranslations('folders.move')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: record.name })}
      description={t(kind)}
    >
      <MoveForm kind={kind} record={record} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface FolderRowProps extends MoveProps {
  /** It cannot move by itself. */
  isFixed?: boolean
}

/** The row of `Facts` with the folder of a record and the button to move it; no row without folders. */
export function useFolderRow(props: FolderRowProps) {
  const { record } = props
  const t = useTranslations('folders')
  const hasFolders = useFolders().length > 0
  const folder = useFolder(record.folder_id)
  if (!hasFolders) return []
  const name = record.folder_id === null ? t('none') : (folder?.name ?? '')
  return [{ name: t('folder'), value: <FolderName {...props} name={name} /> }]
}

function FolderName({ kind, record, isFixed, name }: FolderRowProps & { name: string }) {
  const t = useTranslations('folders')
  const mayWrite = useCan(`${kind}.write`)
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 break-words">{name}</span>
      {mayWrite && !isFixed ? (
        <>
          <button type="button" className="text-sm text-accent hover:underline" onClick={() => setOpen(true)}>
            {t('move.button')}
          </button>
          <MoveDialog kind={kind} record={record} open={isOpen} onOpenChange={setOpen} />
        </>
      ) : null}
    </span>
  )
}
