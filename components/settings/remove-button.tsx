import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

interface RemoveButtonProps {
  /** What is removed: the part of the texts of the settings. */
  subject: 'archive' | 'seal' | 'sender' | 'signingService' | 'sso'
  /** The mutation that removes it. */
  remove: {
    mutate(input: undefined, options: { onSuccess: () => void }): void
    isPending: boolean
    error: unknown
  }
}

/** Removes something that the organisation has set, after a question. */
export function RemoveButton({ subject, remove }: RemoveButtonProps) {
  const t = useTranslations(`settings.${subject}`)
  const tCommon = useTranslations('common')
  const [open, setOpen] = useState(false)
  const showToast = useToast()
  return (
    <>
      <Button size="sm" variant="quiet" className="-me-3" onClick={() => setOpen(true)}>
        {tCommon('remove')}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={t('removeTitle')}
        description={t('removeText')}
        confirmLabel={tCommon('remove')}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setOpen(false)
              showToast(t('removed'))
            },
          })
        }
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
