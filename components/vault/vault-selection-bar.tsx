'use client'

import { Archive, ArchiveRestore, Download, Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Selection } from '#components/shell/selection.ts'
import { SelectionBar } from '#components/shell/selection-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useVaultChange, type VaultChange } from '#components/vault/queries.ts'
import { TagForm } from '#components/vault/tag-form.tsx'
import type { VaultRecord } from '#lib/vault/schema'

interface VaultSelectionBarProps {
  selection: Selection<VaultRecord>
  mayWrite: boolean
}

/** Archives, tags and downloads the selected documents. */
export function VaultSelectionBar({ selection, mayWrite }: VaultSelectionBarProps) {
  const t = useTranslations('vault')
  const [isTagging, setTagging] = useState(false)
  const [doneCount, setDoneCount] = useState<number | null>(null)
  const change = useVaultChange()
  const showToast = useToast()
  const { rows } = selection
  const common = useTranslations('common')

  function run(documents: VaultRecord[], applied: VaultChange['change'], message: string, undo?: () => void) {
    setDoneCount(0)
    change.mutate(
      { documents, change: applied, onProgress: setDoneCount },
      {
        onSuccess: (failed) => {
          if (failed.length > 0) showToast(t('bulk.failed', { count: failed.length }), 'danger')
          else showToast(message, 'plain', undo && { label: common('undo'), onClick: undo })
        },
        onSettled: () => {
          setDoneCount(null)
          selection.clear()
        },
      },
    )
  }
  function move(documents: VaultRecord[], to: 'archive' | 'unarchive') {
    const count = documents.length
    const back = to === 'archive' ? 'unarchive' : 'archive'
    run(documents, to, t(`archive.${to}d`, { count }), () =>
      run(documents, back, t(`archive.${back}d`, { count })),
    )
  }

  const active = rows.filter(({ archived_at }) => archived_at === null)
  const archived = rows.filter(({ archived_at }) => archived_at !== null)
  return (
    <>
      <SelectionBar
        count={rows.length}
        onClear={selection.clear}
        progress={
          doneCount === null
            ? null
            : t('bulk.progress', { done: doneCount, total: change.variables?.documents.length ?? 0 })
        }
      >
        {mayWrite && active.length > 0 ? (
          <Button size="sm" disabled={change.isPending} onClick={() => move(active, 'archive')}>
            <Archive className="size-4" aria-hidden="true" />
            {t('archive.archive')}
          </Button>
        ) : null}
        {mayWrite && archived.length > 0 ? (
          <Button size="sm" disabled={change.isPending} onClick={() => move(archived, 'unarchive')}>
            <ArchiveRestore className="size-4" aria-hidden="true" />
            {t('archive.unarchive')}
          </Button>
        ) : null}
        {mayWrite ? (
          <Button size="sm" disabled={change.isPending} onClick={() => setTagging(true)}>
            <Tag className="size-4" aria-hidden="true" />
            {t('bulk.tag')}
          </Button>
        ) : null}
        <Button asChild size="sm">
          <a href={`/api/v1/vault/packages?ids=${rows.map(({ id }) => id).join(',')}`} download>
            <Download className="size-4" aria-hidden="true" />
            {t('bulk.download')}
          </a>
        </Button>
      </SelectionBar>
      <Dialog open={isTagging} onOpenChange={setTagging} title={t('bulk.tag')}>
        <TagForm
          onAdd={(tag) => {
            setTagging(false)
            run(rows, { addTag: tag }, t('bulk.tagged', { count: rows.length }))
          }}
        />
      </Dialog>
    </>
  )
}
