'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FolderSelect, parseFolderId } from '#components/folders/folder-select.tsx'
import { type MovableType, useMove } from '#components/folders/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

export interface MoveProps {
  kind: MovableType
  record: { id: number; name: string; folder_id: number | null }
}

/** The form of the dialog that moves a record. */
export function MoveForm({ kind, record, onDone }: MoveProps & { onDone: () => void }) {
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

/** The folder of all these records, null for none; undefined where they are in several. */
export function findCommonFolder(records: { folder_id: number | null }[]): number | null | undefined {
  const [first, ...others] = new Set(records.map(({ folder_id }) => folder_id))
  return others.length === 0 ? first : undefined
}

interface FolderChoiceProps {
  /** The folder that is selected at first; null for no folder, undefined where one has to be chosen. */
  folderId: number | null | undefined
  onChoose: (folderId: number | null) => void
  busy?: boolean
  /** Shown above the select. */
  children?: ReactNode
}

/** A form with the folders and the button that moves something to the chosen one. */
export function FolderChoice({ folderId, onChoose, busy, children }: FolderChoiceProps) {
  const t = useTranslations('folders')
  const [value, setValue] = useState(folderId === undefined ? '' : String(folderId ?? 'none'))

  function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = parseFolderId(value)
    if (chosen !== undefined) onChoose(chosen)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {children}
      <Field label={t('folder')} hint={t(value === 'none' ? 'move.hintNone' : 'move.hint')}>
        <FolderSelect
          required
          emptyLabel={folderId === undefined ? t('move.choose') : undefined}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="self-end">
        {t('move.button')}
      </Button>
    </form>
  )
}
