'use client'

import { Archive, ArchiveRestore, Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ZipDownload } from '#components/archives/zip-download.tsx'
import { BulkFailures } from '#components/shell/list/bulk-failures.tsx'
import type { Selection } from '#components/shell/list/selection.ts'
import { SelectionBar } from '#components/shell/list/selection-bar.tsx'
import { useBulkAction } from '#components/shell/list/use-bulk-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { changeVaultDocument, type VaultChange } from '#components/vault/queries.ts'
import { TagForm } from '#components/vault/tag-form.tsx'
import { hasTag } from '#lib/vault/rules'
import type { VaultRecord } from '#lib/vault/schema'

interface VaultSelectionBarProps {
  selection: Selection<VaultRecord>
  mayWrite: boolean
}

/** Archives, tags and downloads the selected documents. */
export function VaultSelectionBar({ selection, mayWrite }: VaultSelectionBarProps) {
  const t = useTranslations('vault')
  const [isTagging, setTagging] = useState(false)
  const { run, progress, failures, dismissFailures } = useBulkAction<VaultRecord>(['vault'])
  const showToast = useToast()
  const { rows } = selection
  const tCommon = useTranslations('common')

  async function change(
    documents: VaultRecord[],
    to: VaultChange,
    message: (count: number) => string,
    undo?: (changed: VaultRecord[]) => void,
  ) {
    const changed = await run(documents, ({ id }) => changeVaultDocument(id, to).then(() => null))
    selection.clear()
    if (changed.length === 0 && documents.length > 0) return
    const action = undo && changed.length > 0 && { label: tCommon('undo'), onClick: () => undo(changed) }
    showToast(message(changed.length), 'plain', action || undefined)
  }
  function move(documents: VaultRecord[], to: 'archive' | 'unarchive') {
    const back = to === 'archive' ? 'unarchive' : 'archive'
    void change(
      documents,
      to,
      (count) => t(`archive.${to}d`, { count }),
      (changed) => void change(changed, back, (count) => t(`archive.${back}d`, { count })),
    )
  }

  function addTag(tag: string) {
    const untagged = rows.filter(({ tags }) => !hasTag(tags, tag))
    void change(
      untagged,
      { addTag: tag },
      (count) => t('bulk.tagged', { count }),
      (changed) => void change(changed, { removeTag: tag }, (count) => t('bulk.untagged', { count })),
    )
  }

  const active = rows.filter(({ archived_at }) => archived_at === null)
  const archived = rows.filter(({ archived_at }) => archived_at !== null)
  return (
    <>
      <SelectionBar count={rows.length} onClear={selection.clear} progress={progress}>
        {mayWrite && active.length > 0 ? (
          <Button size="sm" disabled={progress !== null} onClick={() => move(active, 'archive')}>
            <Archive className="size-4" aria-hidden="true" />
            {t('archive.archive')}
          </Button>
        ) : null}
        {mayWrite && archived.length > 0 ? (
          <Button size="sm" disabled={progress !== null} onClick={() => move(archived, 'unarchive')}>
            <ArchiveRestore className="size-4" aria-hidden="true" />
            {t('archive.unarchive')}
          </Button>
        ) : null}
        {mayWrite ? (
          <Button size="sm" disabled={progress !== null} onClick={() => setTagging(true)}>
            <Tag className="size-4" aria-hidden="true" />
            {t('bulk.tag')}
          </Button>
        ) : null}
        <ZipDownload
          path={`/vault/packages?ids=${rows.map(({ id }) => id).join(',')}`}
          size={rows.reduce((total, { size }) => total + size, 0)}
          label={t('bulk.download')}
          progressLabel={t('bulk.downloading')}
          message={t('bulk.downloaded', { count: rows.length })}
        />
      </SelectionBar>
      <BulkFailures failures={failures} onDismiss={dismissFailures} />
      <Dialog open={isTagging} onOpenChange={setTagging} title={t('bulk.tag')}>
        <TagForm
          onAdd={(tag) => {
            setTagging(false)
            addTag(tag)
          }}
        />
      </Dialog>
    </>
  )
}
