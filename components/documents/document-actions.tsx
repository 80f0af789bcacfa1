'use client'

import { Copy, FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { DeleteDocument } from '#components/documents/delete-document.tsx'
import { useDuplicateDocument } from '#components/documents/queries.ts'
import { RenameDocument } from '#components/documents/rename-document.tsx'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { useFolders } from '#components/folders/folders-query.ts'
import { MoveDialog } from '#components/folders/move-folder.tsx'
import { type LoadedMenuProps, Menu, MenuItem, MenuRule } from '#components/ui/lazy/menu.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { documentCan } from '#lib/documents/rules'
import type { DocumentRecord } from '#lib/documents/schema'

export interface DocumentActionsProps {
  document: DocumentSummary
  onDuplicated?: (copy: DocumentRecord) => void
  onDeleted?: () => void
}

/** The menu and the dialogs of a document. */
export function DocumentActions(props: DocumentActionsProps & LoadedMenuProps) {
  const { document, onDuplicated, onDeleted, ...menu } = props
  const t = useTranslations()
  const [openDialog, setOpenDialog] = useState<'rename' | 'move' | 'delete' | null>(null)
  const hasFolders = useFolders().length > 0
  const duplicate = useDuplicateDocument()
  const showToast = useToast()
  const errorText = useErrorText()
  const createCopy = () =>
    duplicate.mutate(document.id, {
      onSuccess: ({ data }) => {
        showToast(t('documents.menu.duplicated', { name: data.name }))
        onDuplicated?.(data)
      },
      onError: (error) => showToast(errorText(error), 'danger'),
    })
  const dialogProps = (dialog: typeof openDialog) => ({
    open: openDialog === dialog,
    onOpenChange: (isOpen: boolean) => setOpenDialog(isOpen ? dialog : null),
  })
  return (
    <>
      <Menu {...menu}>
        <MenuItem disabled={!documentCan.rename(document).allowed} onSelect={() => setOpenDialog('rename')}>
          <Pencil className="size-4" aria-hidden="true" />
          {t('documents.menu.rename')}
        </MenuItem>
        <MenuItem onSelect={createCopy} disabled={duplicate.isPending}>
          <Copy className="size-4" aria-hidden="true" />
          {t('documents.menu.duplicate')}
        </MenuItem>
        {hasFolders ? (
          <MenuItem disabled={document.status !== 'uploaded'} onSelect={() => setOpenDialog('move')}>
            <FolderInput className="size-4" aria-hidden="true" />
            {t('folders.move.action')}
          </MenuItem>
        ) : null}
        <MenuRule />
        <MenuItem
          danger
          disabled={!documentCan.delete(document).allowed}
          onSelect={() => setOpenDialog('delete')}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          {t('common.delete')}
        </MenuItem>
      </Menu>
      <RenameDocument document={document} {...dialogProps('rename')} />
      <MoveDialog kind="document" record={document} {...dialogProps('move')} />
      <DeleteDocument document={document} {...dialogProps('delete')} onDeleted={onDeleted} />
    </>
  )
}
