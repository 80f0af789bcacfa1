'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { removeFactor } from '#components/second-factor/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'

interface RemoveFactorProps {
  /** With its article: `the authenticator app`. */
  name: string
  /** Below `/api/v1`. */
  path: string
  onRemoved: () => Promise<unknown>
}

/** The button that removes a factor, after a confirmation. */
export function RemoveFactor({ name, path, onRemoved }: RemoveFactorProps) {
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => removeFactor(path),
    onSuccess: async () => {
      setOpen(false)
      await onRemoved()
    },
  })
  return (
    <>
      <Button size="sm" aria-label={`Remove ${name}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={`Remove ${name}?`}
        description="It can no longer be used to sign in. Without another factor, your password alone is enough, and your recovery codes end."
        confirmLabel="Remove"
        cancelLabel="Keep"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
