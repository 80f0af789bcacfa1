'use client'

import { useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { usePrivacyRequest } from '#components/privacy/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'

const kinds = {
  export: {
    button: 'Export data',
    title: 'Export the data of a person',
    description:
      'Everything that your organisation holds on the address, as a ZIP: signers with their values, signed files, emails and audit events. It can be downloaded here for 30 days.',
    confirm: 'Start the export',
    toast: 'The export has started.',
  },
  erase: {
    button: 'Erase data',
    title: 'Erase the data of a person',
    description:
      'Everything on the address that is not evidence is erased for good. Completed processes stay while their documents are in the vault; the report lists them. A process that has not ended blocks the erasure.',
    confirm: 'Erase for good',
    toast: 'The erasure has started.',
  },
} as const

/** A button that asks for the address; for an erasure twice. */
export function RequestButton({ kind }: { kind: keyof typeof kinds }) {
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isUnequal, setUnequal] = useState(false)
  const request = usePrivacyRequest(kind)
  const showToast = useToast()
  const { button, title, description, confirm, toast } = kinds[kind]
  const isErasure = kind === 'erase'
  const fieldError = request.error instanceof ApiError ? request.error.fields.email?.join(' ') : undefined

  function open(next: boolean) {
    setOpen(next)
    setEmail('')
    setRepeated('')
    setUnequal(false)
    request.reset()
  }

  function start() {
    const isSame = email.trim().toLowerCase() === repeated.trim().toLowerCase()
    setUnequal(isErasure && !isSame)
    if (isErasure && !isSame) return
    request.mutate(email.trim(), {
      onSuccess: () => {
        open(false)
        showToast(toast)
      },
    })
  }

  return (
    <>
      <Button variant={isErasure ? 'danger-line' : 'line'} onClick={() => open(true)}>
        {button}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={open}
        title={title}
        description={description}
        confirmLabel={confirm}
        cancelLabel="Cancel"
        danger={isErasure}
        busy={request.isPending}
        onConfirm={start}
      >
        <div className="flex flex-col gap-4">
          {fieldError ? null : <QueryErrorMessage error={request.error} />}
          <Field label="Email" error={fieldError}>
            <Input
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          {isErasure ? (
            <Field
              label="Email again"
              hint="To confirm."
              error={isUnequal ? 'The two addresses differ.' : undefined}
            >
              <Input
                type="email"
                autoComplete="off"
                value={repeated}
                onChange={(event) => setRepeated(event.target.value)}
              />
            </Field>
          ) : null}
        </div>
      </Confirm>
    </>
  )
}
