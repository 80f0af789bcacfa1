'use client'

import { useTranslations } from 'use-intl'
import type { Version } from '#components/processes/form/use-conflict.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'

interface ConflictDialogProps {
  /** What the stored version has. */
  text: string
  decide: (version: Version) => void
}

export function ConflictDialog({ text, decide }: ConflictDialogProps) {
  const t = useTranslations('processes.conflict')
  return (
    <Confirm
      open
      onOpenChange={() => {}}
      onCancel={() => decide('stored')}
      title={t('title')}
      description={text}
      confirmLabel={t('keepMine')}
      cancelLabel={t('reload')}
      onConfirm={() => decide('mine')}
    />
  )
}
