'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

interface PasskeyNameFormProps {
  startName: string
  hint?: string
  submitLabel: string
  isBusy: boolean
  onSubmit: (name: string) => void
  /** Errors, above the name. */
  children: ReactNode
}

/** The form with the name of a passkey. */
export function PasskeyNameForm({
  startName,
  submitLabel,
  isBusy,
  onSubmit,
  children,
  ...props
}: PasskeyNameFormProps) {
  const t = useTranslations('secondFactor')
  const [name, setName] = useState(startName)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(name)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {children}
      <Field label={t('name')} {...props}>
        <Input
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={isBusy}
        disabled={name.trim() === ''}
        className="self-end"
      >
        {submitLabel}
      </Button>
    </form>
  )
}
