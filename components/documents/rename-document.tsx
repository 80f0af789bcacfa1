'use client'

import { useTranslations } from 'use-intl'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

const RenameForm = loadedLater(() =>
  import('#components/documents/rename-form.tsx').then((module) => module.RenameForm),
)

interface RenameDocumentProps {
  document: DocumentSummary
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog that renames a document. */
export function RenameDocument({ document, open, onOpenChange }: RenameDocumentProps) {
  const t = useTranslations('documents.renaming')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title', { name: document.name })}>
      <RenameForm document={document} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
