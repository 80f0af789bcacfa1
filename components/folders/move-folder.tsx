'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FolderSelect, folderIdOf } from '#components/folders/folder-select.tsx'
import { type MovableType, useFolders, useMove } from '#components/folders/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useToast } from '#components/ui/toast.tsx'

interface MoveProps {
  kind: MovableType
  record: { id: number; name: string; folder_id: number | null }
}

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

function MoveForm({ kind, record, onDone }: MoveProps & { onDone: () => void }) {
  const t = useTranslations('folders')
  const move = useMove(kind, record.id)
  const showToast = useToast()
  return (
    <FolderChoice
      folderId={record.folder_id}
      busy={move.isPending}
      onChoose={(folderId) =>
        move.mutate(folderId, {
          onSuccess: () => {
            onDone()
            showToast(t('move.done', { name: record.name }))
          },
        })
      }
    >
      <QueryErrorMessage error={move.error} />
    </FolderChoice>
  )
}

interface FolderChoiceProps {
  /** The folder that is selected at first; null for no folder. */
  folderId: number | null
  onChoose: (folderId: number | null) => void
  busy?: boolean
  /** Shown above the select. */
  children?: ReactNode
}

/** A form with the folders and the button that moves something to the chosen one. */
export function FolderChoice({ folderId, onChoose, busy, children }: FolderChoiceProps) {
  const t = useTranslations('folders')
  const [value, setValue] = useState(String(folderId ?? 'none'))

  function submit(event: FormEvent) {
    event.preventDefault()
    onChoose(folderIdOf(value) ?? null)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {children}
      <Field label={t('folder')} hint={t('move.hint')}>
        <FolderSelect value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="self-end">
        {t('move.button')}
      </Button>
    </form>
  )
}

/** The row of `Facts` with the folder of a record and the button to move it; no row without folders. */
export function useFolderRow({ kind, record }: MoveProps) {
  const t = useTranslations('folders')
  const folders = useFolders()
  if (folders.length === 0) return []
  const name = folders.find(({ id }) => id === record.folder_id)?.name ?? t('none')
  return [{ name: t('folder'), value: <FolderName kind={kind} record={record} name={name} /> }]
}

function FolderName({ kind, record, name }: MoveProps & { name: string }) {
  const t = useTranslations('folders')
  const mayWrite = useCan(`${kind}.write`)
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 break-words">{name}</span>
      {mayWrite ? (
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
