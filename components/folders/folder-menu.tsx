'use client'

import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FolderForm } from '#components/folders/folder-form.tsx'
import { useDeleteFolder } from '#components/folders/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/menu.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { FolderRecord } from '#lib/folders/schema'

/** The actions on a folder. */
export function FolderMenu({ folder }: { folder: FolderRecord }) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon-sm" aria-label={`Actions for ${folder.name}`}>
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen('change')}>Rename or change access</MenuItem>
        <MenuRule />
        <MenuItem danger onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <FolderForm
        folder={folder}
        open={open === 'change'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'change' : null)}
      />
      <DeleteFolder folder={folder} open={open === 'delete'} onClose={() => setOpen(null)} />
    </>
  )
}

interface DeleteFolderProps {
  folder: FolderRecord
  open: boolean
  onClose: () => void
}

function DeleteFolder({ folder, open, onClose }: DeleteFolderProps) {
  const remove = useDeleteFolder(folder.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Delete “${folder.name}”?`}
      description="Only an empty folder can be deleted, so that no record becomes visible to everyone."
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose()
            showToast(`“${folder.name}” is deleted.`)
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
