'use client'

import { Copy, FolderInput, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useDelete } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { MoveDialog } from '#components/folders/move-folder.tsx'
import { useFolders } from '#components/folders/queries.ts'
import { useDuplicate } from '#components/templates/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/menu.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

interface TemplateMenuProps {
  template: TemplateRecord
  onDuplicated?: (copy: TemplateRecord) => void
  onDeleted?: () => void
}

/** The actions of a template besides using it. */
export function TemplateMenu({ template, onDuplicated, onDeleted }: TemplateMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const hasFolders = useFolders().length > 0
  const duplicate = useDuplicate()
  const remove = useDelete('templates')
  const showToast = useToast()
  const copy = () =>
    duplicate.mutate(template.id, {
      onSuccess: (body) => {
        showToast(`“${body.data.name}” is made.`)
        onDuplicated?.(body.data)
      },
      onError: (error) => showToast(error.message, 'danger'),
    })
  const confirm = () =>
    remove.mutate(template.id, {
      onSuccess: () => {
        setOpen(false)
        showToast('Template deleted.')
        onDeleted?.()
      },
    })
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`More for ${template.name}`}>
            <MoreHorizontal className="size-5" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem asChild>
          <Link href={`/templates/${template.id}/edit`}>
            <Pencil className="size-4" aria-hidden="true" />
            Change
          </Link>
        </MenuItem>
        <MenuItem onSelect={copy} disabled={duplicate.isPending}>
          <Copy className="size-4" aria-hidden="true" />
          Duplicate
        </MenuItem>
        {hasFolders ? (
          <MenuItem onSelect={() => setMoving(true)}>
            <FolderInput className="size-4" aria-hidden="true" />
            Move to a folder
          </MenuItem>
        ) : null}
        <MenuRule />
        <MenuItem danger onSelect={() => setOpen(true)}>
          <Trash2 className="size-4" aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
      <MoveDialog kind="template" record={template} open={isMoving} onOpenChange={setMoving} />
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete this template?"
        description={`“${template.name}” will be deleted for all users. Its documents and the processes created from it stay.`}
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={confirm}
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
