'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraftDeletion } from '#components/processes/drafts/draft-deletion.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** Deletes a draft, which can be undone for some seconds. */
export function DeleteButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes')
  const tCommon = useTranslations('common')
  const [isOpen, setOpen] = useState(false)
  const deleteDrafts = useDraftDeletion()
  const router = useRouter()
  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        {tCommon('delete')}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={t('delete.title')}
        description={t('delete.text', { name: process.name })}
        confirmLabel={tCommon('delete')}
        danger
        onConfirm={() => {
          deleteDrafts([process.id], t('delete.done'))
          router.push('/processes')
        }}
      />
    </>
  )
}
