'use client'

import { useTranslations } from 'use-intl'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { FolderRecord } from '#lib/folders/schema'

const FolderForm = loadedLater(() =>
  import('#components/folders/folder-form.tsx').then((module) => module.FolderForm),
)

interface FolderDialogProps {
  /** Null for a new folder. */
  folder: FolderRecord | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog to create a folder, or to change its name and who has access. */
export function FolderDialog({ folder, open, onOpenChange }: FolderDialogProps) {
  const t = useTranslations('folders')
  const title = folder ? t('form.changeTitle', { name: folder.name }) : t('new')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <FolderForm folder={folder} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
