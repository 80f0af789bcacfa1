'use client'

import { FolderInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type BulkResult, FailedChanges } from '#components/documents/failed-changes.tsx'
import { type DocumentsChange, useDocumentsChange } from '#components/documents/queries.ts'
import { FolderChoice } from '#components/folders/move-folder.tsx'
import { useFolders } from '#components/folders/queries.ts'
import type { Selection } from '#components/shell/selection.ts'
import { SelectionBar } from '#components/shell/selection-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm, Dialog } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

/** Moves and deletes the selected documents. */
export function DocumentSelectionBar({ selection }: { selection: Selection<DocumentRecord> }) {
  const t = useTranslations()
  const [openDialog, setOpenDialog] = useState<BulkResult['action'] | null>(null)
  const [doneCount, setDoneCount] = useState(0)
  const [result, setResult] = useState<BulkResult | null>(null)
  const change = useDocumentsChange()
  const hasFolders = useFolders().length > 0
  const showToast = useToast()
  const { rows } = selection

  function run(applied: DocumentsChange['change']) {
    const action = applied === 'delete' ? 'delete' : 'move'
    setOpenDialog(null)
    setDoneCount(0)
    change.mutate(
      { documents: rows, change: applied, onProgress: setDoneCount },
      {
        onSuccess: (failed) => {
          if (failed.length > 0) setResult({ action, failed, changedCount: rows.length - failed.length })
          else showToast(t(`documents.bulk.${action}d`, { count: rows.length }))
        },
        onSettled: selection.clear,
      },
    )
  }
  const progress = { done: doneCount, total: change.variables?.documents.length ?? 0 }
  const dialogProps = (action: BulkResult['action']) => ({
    open: openDialog === action,
    onOpenChange: (isOpen: boolean) => setOpenDialog(isOpen ? action : null),
    title: t(`documents.bulk.${action}Title`, { count: rows.length }),
  })
  return (
    <>
      <SelectionBar
        count={rows.length}
        onClear={selection.clear}
        progress={change.isPending ? t('documents.bulk.progress', progress) : null}
      >
        {hasFolders ? (
          <Button size="sm" disabled={change.isPending} onClick={() => setOpenDialog('move')}>
            <FolderInput className="size-4" aria-hidden="true" />
            {t('documents.menu.move')}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="danger-line"
          disabled={change.isPending}
          onClick={() => setOpenDialog('delete')}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          {t('common.delete')}
        </Button>
      </SelectionBar>
      <Dialog {...dialogProps('move')} description={t('folders.move.document')}>
        <FolderChoice folderId={null} onChoose={(folder_id) => run({ folder_id })} />
      </Dialog>
      <Confirm
        {...dialogProps('delete')}
        description={t('documents.bulk.deleteText')}
        confirmLabel={t('common.delete')}
        danger
        onConfirm={() => run('delete')}
      />
      <FailedChanges result={result} onClose={() => setResult(null)} />
    </>
  )
}
