'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { postOutsideApi } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { OperatorAction } from '#lib/operator/dashboard/actions'

interface ActionButtonProps {
  action: OperatorAction
  label: string
  /** The name for screen readers where the label does not say of what. */
  name?: string
  title: string
  text: string
  /** What is changed, where the title does not name its organisation. */
  subject?: string
  /** Shown when it is done. */
  done: string
  danger?: boolean
  onDone?: () => void
}

/** A button that changes something after a question. The page is loaded again then. */
export function ActionButton(props: ActionButtonProps) {
  const { action, label, name, title, text, subject, done, danger = false, onDone } = props
  const tCommon = useTranslations('common')
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: () => postOutsideApi('/operator/actions', action),
    onSuccess: () => {
      setOpen(false)
      onDone?.()
      showToast(done)
      router.refresh()
    },
  })
  return (
    <>
      <Button
        size="sm"
        variant={danger ? 'danger-line' : 'line'}
        aria-label={name}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Confirm
        open={open}
        onOpenChange={(isOpen) => {
          change.reset()
          setOpen(isOpen)
        }}
        title={title}
        description={text}
        confirmLabel={label}
        cancelLabel={tCommon('cancel')}
        danger={danger}
        busy={change.isPending}
        onConfirm={() => change.mutate()}
      >
        {subject ? <p className="mb-2 break-words">{subject}</p> : null}
        <QueryErrorMessage error={change.error} />
      </Confirm>
    </>
  )
}
