'use client'

import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Textarea } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { isEmailAddress } from '#lib/core/email/canonical-email'
import { trimText } from '#lib/core/text/clean'
import type { SigningTexts } from '#lib/messages/signing'
import { isSigning } from '#lib/processes/rules'
import { fill } from '../fill.ts'
import { formatError, Notice } from '../notice.tsx'
import { delegate } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'

const empty = { name: '', email: '', reason: '' }
type Successor = typeof empty
/** What is wrong, by the keys of texts. */
type Errors = Partial<Record<keyof Successor, keyof SigningTexts>>

interface DelegateProps {
  open: boolean
  onClose: () => void
  onDelegated: () => Promise<unknown>
  /** The link has ended, or may have: the state is to be loaded again. */
  onChanged: () => void
}

/** The dialog to hand over to someone else. */
export function Delegate({ open, onClose, onDelegated, onChanged }: DelegateProps) {
  const { token, signing, senderName, t } = useSigningSession()
  const keepsLink = !signing.signers.every(isSigning)
  const [input, setInput] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  const handover = useMutation({
    mutationFn: (successor: Successor) => delegate(token, successor),
    onSuccess: onDelegated,
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      // Without a response, the link may have been handed over all the same.
      if ([0, 404, 409].includes(error.status) || error.reason === 'otp_required') onChanged()
      setErrors(findRefused(error))
    },
  })
  const control = (name: keyof Successor) => ({
    value: input[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setInput({ ...input, [name]: target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })
  const submit: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault()
    const found = findErrors(input)
    setErrors(found)
    if (!hasMembers(found)) handover.mutate(input)
  }
  const isAtField = handover.error instanceof ApiError && hasMembers(findRefused(handover.error))
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t.delegate}
      description={fill(keepsLink ? t.delegateWhyReader : t.delegateWhy, { sender: senderName })}
      closeLabel={t.close}
      wide="sideways"
    >
      <form
        noValidate
        className="flex flex-col gap-4 sideways:grid sideways:grid-cols-2 sideways:gap-x-6"
        onSubmit={submit}
      >
        <Field label={t.delegateName} error={errors.name && t[errors.name]}>
          <Input autoComplete="off" maxLength={255} {...control('name')} />
        </Field>
        <Field label={t.delegateEmail} error={errors.email && t[errors.email]}>
          <Input type="email" autoComplete="off" {...control('email')} />
        </Field>
        <Field label={t.delegateReason} hint={t.delegateReasonHint} error={errors.reason && t[errors.reason]}>
          <Textarea rows={3} maxLength={2000} {...control('reason')} />
        </Field>
        <div className="dialog-actions sideways:self-end">
          {handover.error && !isAtField ? <Notice>{formatError(handover.error, t)}</Notice> : null}
          <Button size="lg" variant="quiet" onClick={onClose}>
            {t.back}
          </Button>
          <Button size="lg" variant="primary" type="submit" busy={handover.isPending}>
            {t.delegateSend}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const hasMembers = (found: object) => Object.keys(found).length > 0

/** The fields that the service refuses. */
export function findRefused({ fields }: ApiError): Errors {
  return {
    ...(fields.name && { name: 'notMatching' }),
    ...(fields.email && { email: 'delegateNotPossible' }),
    ...(fields.reason && { reason: 'notMatching' }),
  }
}

function findErrors({ name, email, reason }: Successor): Errors {
  return {
    ...(!trimText(name) && { name: 'requiredMissing' }),
    ...(!isEmailAddress(email.trim()) && { email: 'notEmail' }),
    ...(!trimText(reason) && { reason: 'textMissing' }),
  }
}
