'use client'

import { FolderInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { useFolders } from '#components/folders/folders-query.ts'
import { FolderChoice, findCommonFolder } from '#components/folders/move-form.tsx'
import { BulkFailures } from '#components/shell/list/bulk-failures.tsx'
import type { Selection } from '#components/shell/list/selection.ts'
import { SelectionBar } from '#components/shell/list/selection-bar.tsx'
import { useBulkAction } from '#components/shell/list/use-bulk-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm, Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** Moves and deletes the selected documents. */
export function DocumentSelectionBar({ selection }: { selection: Selection<DocumentSummary> }) {
  const t = useTranslations()
  const [openDialog, setOpenDialog] = useState<'delete' | 'move' | null>(null)
  const { run, progress, failures, dismissFailures } = useBulkAction<DocumentSummary>([
    'documents',
    'folders',
  ])
  const hasFolders = useFolders().length > 0
  const showToast = useToast()
  const { rows } = selection

  async function apply(change: 'delete' | { folder_id: number | null }) {
    setOpenDialog(null)
    const { length: count } = await run(rows, async ({ id }) => {
      if (change === 'delete') await api('DELETE /documents/{id}', { path: { id } })
      else await api('PATCH /documents/{id}', { path: { id }, body: change })
      return null
    })
    selection.clear()
    if (count > 0)
      showToast(t(change === 'delete' ? 'documents.bulk.deleted' : 'documents.bulk.moved', { count }))
  }
  const dialogProps = (name: 'delete' | 'move') => ({
    open: openDialog === name,
    onOpenChange: (isOpen: boolean) => setOpenDialog(isOpen ? name : null),
    title: t(`documents.bulk.${name}Title`, { count: rows.length }),
  })
  const isBusy = progress !== null
  return (
    <>
      <SelectionBar count={rows.length} onClear={selection.clear} progress={progress}>
        {hasFolders ? (
          <Button
            size="sm"
            disabled={isBusy || rows.every(({ status }) => status !== 'uploaded')}
            onClick={() => setOpenDialog('move')}
          >
            <FolderInput className="size-4" aria-hidden="true" />
            {t('folders.move.action')}
          </Button>
        ) : null}
        <Button size="sm" variant="danger-line" disabled={isBusy} onClick={() => setOpenDialog('delete')}>
          <Trash2 className="size-4" aria-hidden="true" />
          {t('common.delete')}
        </Button>
      </SelectionBar>
      <BulkFailures failures={failures} onDismiss={dismissFailures} />
      <Dialog {...dialogProps('move')} description={t('folders.move.document')}>
        <FolderChoice folderId={findCommonFolder(rows)} onChoose={(folder_id) => void apply({ folder_id })} />
      </Dialog>
      <Confirm
        {...dialogProps('delete')}
        description={t('documents.bulk.deleteText')}
        confirmLabel={t('common.delete')}
        danger
        onConfirm={() => void apply('delete')}
      />
    </>
  )
}
