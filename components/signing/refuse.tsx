'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { trimText } from '#lib/core/text/clean'
import { fill } from './fill.ts'
import { formatError, Notice } from './notice.tsx'
import { refuse } from './session/calls.ts'
import { useSigningSession } from './session/context.ts'

interface RefuseProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onRefused: () => void
  onConflict: () => void
}

/** The dialog to refuse, with a reason. */
export function Refuse({ open, onOpenChange, onRefused, onConflict }: RefuseProps) {
  const { token, signing, senderName, t } = useSigningSession()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const approves = signing.signer.role === 'approver'
  const refusal = useMutation({
    mutationFn: () => refuse(token, trimText(reason)),
    onSuccess: onRefused,
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      // Without a response, the refusal may have arrived all the same.
      if (error.status === 0 || error.status === 409 || error.reason === 'otp_required') onConflict()
    },
  })
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={approves ? t.refuseApprovalTitle : t.refuseTitle}
      description={fill(t.refuseWhy, { sender: senderName })}
      confirmLabel={t.refuseConfirm}
      cancelLabel={t.back}
      danger
      busy={refusal.isPending}
      notice={refusal.error ? <Notice>{formatError(refusal.error, t)}</Notice> : null}
      onConfirm={() => (trimText(reason) ? refusal.mutate() : setMissing(true))}
    >
      <Field label={t.refuseReason} error={missing ? t.refuseReasonMissing : undefined}>
        <Textarea
          value={reason}
          maxLength={1000}
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
        />
      </Field>
    </Confirm>
  )
}
