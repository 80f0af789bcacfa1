'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { usePrivacyRequest } from '#components/privacy/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** The button and dialog that start a request. For an erasure the address must be entered twice. */
export function RequestButton({ kind }: { kind: 'export' | 'erase' }) {
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [repeated, setRepeated] = useState('')
  const [areDifferent, setDifferent] = useState(false)
  const request = usePrivacyRequest(kind)
  const showToast = useToast()
  const isErasure = kind === 'erase'
  const fieldError = request.error instanceof ApiError ? request.error.fields.email?.join(' ') : undefined

  function toggle(isOpen: boolean) {
    setOpen(isOpen)
    setEmail('')
    setRepeated('')
    setDifferent(false)
    request.reset()
  }

  function start() {
    const isSame = email.trim().toLowerCase() === repeated.trim().toLowerCase()
    setDifferent(isErasure && !isSame)
    if (isErasure && !isSame) return
    request.mutate(email.trim(), {
      onSuccess: () => {
        toggle(false)
        showToast(t(`privacy.${kind}.started`))
      },
    })
  }

  return (
    <>
      <Button variant={isErasure ? 'danger-line' : 'line'} onClick={() => toggle(true)}>
        {t(`privacy.${kind}.button`)}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={toggle}
        title={t(`privacy.${kind}.title`)}
        description={t(`privacy.${kind}.text`)}
        confirmLabel={t(`privacy.${kind}.submit`)}
        cancelLabel={t('common.cancel')}
        danger={isErasure}
        busy={request.isPending}
        onConfirm={start}
      >
        <div className="flex flex-col gap-4">
          {fieldError ? null : <QueryErrorMessage error={request.error} />}
          <Field label={t('privacy.email')} error={fieldError}>
            <Input
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          {isErasure ? (
            <Field
              label={t('privacy.emailAgain')}
              hint={t('privacy.emailAgainHint')}
              error={areDifferent ? t('privacy.emailsDiffer') : undefined}
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
