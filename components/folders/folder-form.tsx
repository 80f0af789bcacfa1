'use client'

import { useTranslations } from 'use-intl'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { FolderRecord } from '#lib/folders/schema'

const FolderFields = loadedLater(() =>
  import('#components/folders/folder-fields.tsx').then((module) => module.FolderFields),
)

interface FolderFormProps {
  /** Null for a new folder. */
  folder: FolderRecord | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog to create a folder, or to change its name and who has access. */
export function FolderForm({ folder, open, onOpenChange }: FolderFormProps) {
  const t = useTranslations('folders')
  const title = folder ? t('form.changeTitle', { name: folder.name }) : t('new')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <FolderFields folder={folder} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
