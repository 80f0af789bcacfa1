'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FolderDialog } from '#components/folders/folder-dialog.tsx'
import { useDeleteFolder } from '#components/folders/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#components/ui/lazy/menu.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { MoreIcon } from '#components/ui/more-icon.tsx'
import type { FolderRecord } from '#lib/folders/schema'

/** The actions on a folder. */
export function FolderMenu({ folder }: { folder: FolderRecord }) {
  const t = useTranslations()
  const [openDialog, setOpenDialog] = useState<'change' | 'delete' | null>(null)
  const isEmpty = folder.documents_count + folder.processes_count + folder.templates_count === 0
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon-sm" aria-label={t('common.actionsFor', { name: folder.name })}>
            <MoreIcon className="size-4" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpenDialog('change')}>{t('folders.menu.change')}</MenuItem>
        <MenuRule />
        <MenuItem danger disabled={!isEmpty} onSelect={() => setOpenDialog('delete')}>
          {t('common.delete')}
        </MenuItem>
        {isEmpty ? null : (
          <MenuLabel>
            <span className="block max-w-56">{t('folders.deletion.text')}</span>
          </MenuLabel>
        )}
      </Menu>
      <FolderDialog
        folder={folder}
        open={openDialog === 'change'}
        onOpenChange={(isOpen) => setOpenDialog(isOpen ? 'change' : null)}
      />
      <DeleteFolder folder={folder} open={openDialog === 'delete'} onClose={() => setOpenDialog(null)} />
    </>
  )
}

interface DeleteFolderProps {
  folder: FolderRecord
  open: boolean
  onClose: () => void
}

function DeleteFolder({ folder, open, onClose }: DeleteFolderProps) {
  const t = useTranslations()
  const remove = useDeleteFolder(folder.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={t('folders.deletion.title', { name: folder.name })}
      description={t('folders.deletion.text')}
      confirmLabel={t('common.delete')}
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose()
            showToast(t('folders.deletion.done', { name: folder.name }))
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
