'use client'

import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useVoid } from '#components/processes/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** Declares a completed process void, with a reason. */
export function VoidButton({ process }: { process: ProcessRecord }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const voiding = useVoid(process.id)
  const showToast = useToast()

  function confirm() {
    if (!reason.trim()) return setMissing(true)
    voiding.mutate(reason.trim(), {
      onSuccess: () => {
        setOpen(false)
        showToast('The process is void.')
      },
    })
  }

  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        Void
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title="Declare this process void?"
        description="The signed files and the evidence stay, and cannot be taken back. Everyone who has them gets an email with the reason, and the verification of a file says that it is void. This cannot be undone."
        confirmLabel="Declare void"
        danger
        busy={voiding.isPending}
        onConfirm={confirm}
      >
        <div className="flex flex-col gap-4">
          <Field
            label="Reason"
            hint="Sent to the signers, and shown in the audit trail."
            error={isMissing && !reason.trim() ? 'Enter a reason.' : undefined}
          >
            <Textarea
              rows={2}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <QueryErrorMessage error={voiding.error} />
        </div>
      </Confirm>
    </>
  )
}
