'use client'

import { type FormEvent, useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FolderSelect, folderIdOf } from '#components/folders/folder-select.tsx'
import { type Movable, useFolders, useMove } from '#components/folders/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useToast } from '#components/ui/toast.tsx'

interface MoveProps {
  kind: Movable
  record: { id: number; name: string; folder_id: number | null }
}

const descriptions: Record<Movable, string> = {
  document: 'A document of a process or template moves together with it.',
  process: 'Its documents, and their signed copies in the vault, move with it.',
  template: 'Its documents move with it, and new processes from it start there.',
}

/** The dialog that moves a record to another folder. */
export function MoveDialog({
  open,
  onOpenChange,
  ...move
}: MoveProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Move “${move.record.name}”`}
      description={descriptions[move.kind]}
    >
      <MoveForm {...move} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function MoveForm({ kind, record, onDone }: MoveProps & { onDone: () => void }) {
  const [value, setValue] = useState(String(record.folder_id ?? 'none'))
  const move = useMove(kind, record.id)
  const showToast = useToast()

  function submit(event: FormEvent) {
    event.preventDefault()
    move.mutate(folderIdOf(value) ?? null, {
      onSuccess: () => {
        onDone()
        showToast(`“${record.name}” is moved.`)
      },
    })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <QueryErrorMessage error={move.error} />
      <Field label="Folder" hint="Users without access to the folder no longer see it.">
        <FolderSelect value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" busy={move.isPending} className="self-end">
        Move
      </Button>
    </form>
  )
}

/** The row of `Facts` with the folder of a record and the button that moves it; none without folders. */
export function useFolderRow(move: MoveProps) {
  const folders = useFolders()
  if (folders.length === 0) return []
  const name = folders.find(({ id }) => id === move.record.folder_id)?.name ?? 'None'
  return [{ name: 'Folder', value: <FolderOf {...move} name={name} /> }]
}

function FolderOf({ kind, record, name }: MoveProps & { name: string }) {
  const mayWrite = useCan(`${kind}.write`)
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 break-words">{name}</span>
      {mayWrite ? (
        <>
          <button type="button" className="text-sm text-accent hover:underline" onClick={() => setOpen(true)}>
            Move
          </button>
          <MoveDialog kind={kind} record={record} open={isOpen} onOpenChange={setOpen} />
        </>
      ) : null}
    </span>
  )
}
