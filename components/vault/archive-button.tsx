'use client'

import { Archive, ArchiveRestore } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { Button } from '#components/ui/button.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useVaultChange } from '#components/vault/queries.ts'
import type { VaultRecord } from '#lib/vault/schema'

/** Archives a document or brings it back; the toast offers to undo. */
export function ArchiveButton({ document }: { document: VaultRecord }) {
  const t = useTranslations()
  const change = useVaultChange(document.id)
  const showToast = useToast()
  const errorText = useErrorText()
  const isArchived = document.archived_at !== null
  const Icon = isArchived ? ArchiveRestore : Archive

  function move(to: 'archive' | 'unarchive', isUndo = false) {
    change.mutate(to, {
      onError: (error) => showToast(errorText(error), 'danger'),
      onSuccess: () => {
        const back = to === 'archive' ? 'unarchive' : 'archive'
        const undo = isUndo ? undefined : { label: t('common.undo'), onClick: () => move(back, true) }
        showToast(t(`vault.archive.${to}d`, { count: 1 }), 'plain', undo)
      },
    })
  }

  return (
    <Button busy={change.isPending} onClick={() => move(isArchived ? 'unarchive' : 'archive')}>
      <Icon className="size-4" aria-hidden="true" />
      {t(isArchived ? 'vault.archive.unarchive' : 'vault.archive.archive')}
    </Button>
  )
}
