'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useDeleteProcess } from '#components/processes/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** Deletes a draft. */
export function DeleteButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes')
  const tCommon = useTranslations('common')
  const [isOpen, setOpen] = useState(false)
  const deletion = useDeleteProcess(process.id)
  const router = useRouter()
  const showToast = useToast()
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
        busy={deletion.isPending}
        onConfirm={() =>
          deletion.mutate(undefined, {
            onSuccess: () => {
              showToast(t('delete.done'))
              router.push('/processes')
            },
          })
        }
      >
        <QueryErrorMessage error={deletion.error} />
      </Confirm>
    </>
  )
}
