'use client'

import { Ban, Bell, Folder, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { useFolders } from '#components/folders/folders-query.ts'
import { useDraftDeletion } from '#components/processes/drafts/draft-deletion.ts'
import { CancelSelected, DeleteSelected, MoveSelected } from '#components/processes/list/bulk-dialogs.tsx'
import { awaited } from '#components/processes/process-texts.tsx'
import type { ProcessSummary } from '#components/processes/summary.ts'
import { useCan } from '#components/shell/account.ts'
import { BulkFailures } from '#components/shell/list/bulk-failures.tsx'
import type { Selection } from '#components/shell/list/selection.ts'
import { SelectionBar } from '#components/shell/list/selection-bar.tsx'
import { type RowChange, useBulkAction } from '#components/shell/list/use-bulk-action.ts'
import { Button } from '#components/ui/button.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { isLive } from '#lib/processes/facts'
import { processCan } from '#lib/processes/rules'

function canBeReminded(process: ProcessSummary): boolean {
  return (
    processCan.remind(process).allowed && process.options.enable_notifications && awaited(process).length > 0
  )
}

function reminderCount({ signers }: ProcessSummary): number {
  return signers.reduce((total, signer) => total + signer.reminders_sent, 0)
}

/** Reminds, cancels, deletes and moves the selected processes, as far as their states permit. */
export function ProcessSelectionBar({ selection }: { selection: Selection<ProcessSummary> }) {
  const t = useTranslations('processes.bulk')
  const moveTexts = useTranslations('folders.move')
  const [dialog, setDialog] = useState<'cancel' | 'delete' | 'move' | null>(null)
  const { run, progress, failures, dismissFailures } = useBulkAction<ProcessSummary>([
    'processes',
    'documents',
    'folders',
    'vault',
  ])
  const showToast = useToast()
  const deleteDrafts = useDraftDeletion()
  const maySend = useCan('process.send')
  const hasFolders = useFolders().length > 0
  const { rows } = selection
  const waiting = maySend ? rows.filter(canBeReminded) : []
  const liveRows = rows.filter(isLive)
  const drafts = rows.filter((process) => processCan.delete(process).allowed)

  async function change(
    processes: ProcessSummary[],
    apply: RowChange<ProcessSummary>,
    message: 'reminded' | 'cancelled' | 'moved',
  ) {
    setDialog(null)
    const { length: count } = await run(processes, apply)
    selection.clear()
    if (count > 0) showToast(t(message, { count }))
  }
  async function remind(process: ProcessSummary) {
    const { data } = await api('POST /signature-processes/{id}/remind', {
      path: { id: process.id },
      body: {},
    })
    return reminderCount(data) > reminderCount(process) ? null : t('remindedJustNow')
  }
  const formatLabel = (action: string, count: number) =>
    count < rows.length ? t('someOnly', { action, count }) : action
  const dialogProps = (name: typeof dialog) => ({
    open: dialog === name,
    onClose: () => setDialog(null),
  })
  const isBusy = progress !== null

  return (
    <>
      <SelectionBar count={rows.length} onClear={selection.clear} progress={progress}>
        {waiting.length > 0 ? (
          <Button size="sm" disabled={isBusy} onClick={() => void change(waiting, remind, 'reminded')}>
            <Bell className="size-4" aria-hidden="true" />
            {formatLabel(t('remind'), waiting.length)}
          </Button>
        ) : null}
        {hasFolders && rows.length > 0 ? (
          <Button size="sm" disabled={isBusy} onClick={() => setDialog('move')}>
            <Folder className="size-4" aria-hidden="true" />
            {moveTexts('action')}
          </Button>
        ) : null}
        {liveRows.length > 0 ? (
          <Button size="sm" variant="danger-line" disabled={isBusy} onClick={() => setDialog('cancel')}>
            <Ban className="size-4" aria-hidden="true" />
            {formatLabel(t('cancel', { count: liveRows.length }), liveRows.length)}
          </Button>
        ) : null}
        {drafts.length > 0 ? (
          <Button size="sm" variant="danger-line" disabled={isBusy} onClick={() => setDialog('delete')}>
            <Trash2 className="size-4" aria-hidden="true" />
            {formatLabel(t('delete'), drafts.length)}
          </Button>
        ) : null}
      </SelectionBar>
      <BulkFailures failures={failures} onDismiss={dismissFailures} />
      <CancelSelected
        {...dialogProps('cancel')}
        count={liveRows.length}
        onConfirm={(reason) => {
          const body = reason ? { reason } : {}
          void change(
            liveRows,
            ({ id }) => done(api('POST /signature-processes/{id}/cancel', { path: { id }, body })),
            'cancelled',
          )
        }}
      />
      <DeleteSelected
        {...dialogProps('delete')}
        count={drafts.length}
        onConfirm={() => {
          setDialog(null)
          selection.clear()
          deleteDrafts(
            drafts.map(({ id }) => id),
            t('deleted', { count: drafts.length }),
          )
        }}
      />
      <MoveSelected
        {...dialogProps('move')}
        processes={rows}
        onConfirm={(folder_id) =>
          void change(
            rows,
            ({ id }) => done(api('PATCH /signature-processes/{id}', { path: { id }, body: { folder_id } })),
            'moved',
          )
        }
      />
    </>
  )
}

/** The result of a change whose request succeeded. */
function done(request: Promise<unknown>): Promise<null> {
  return request.then(() => null)
}
