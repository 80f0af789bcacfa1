'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import type { SignerRecord } from '#lib/processes/schema'

export interface Person {
  name: string
  email: string
  role: SignerRecord['role']
}

interface PersonFormProps {
  person: Person
  /** The roles to choose from; without them, the role cannot be changed. */
  roles?: Person['role'][]
  mutation: { isPending: boolean; error: Error | null }
  /** The label of the submit button. */
  label: string
  onSubmit: (person: Person) => void
}

/** Name and email of a person; with `roles` also their role. */
export function PersonForm({ person, roles, mutation, label, onSubmit }: PersonFormProps) {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email)
  const [role, setRole] = useState(person.role)
  const errors = mutation.error instanceof ApiError ? mutation.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit({ name, email, role })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.name || errors.email ? null : <QueryErrorMessage error={mutation.error} />}
      <Field label={common('name')} error={errors.name?.join(' ')}>
        <Input
          value={name}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={common('email')} error={errors.email?.join(' ')}>
        <Input
          type="email"
          autoComplete="off"
          value={email}
          maxLength={254}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {roles ? (
        <Field label={t('signer.role')}>
          <Select value={role} onChange={(event) => setRole(event.target.value as Person['role'])}>
            {roles.map((value) => (
              <option key={value} value={value}>
                {t(`roles.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Button type="submit" variant="primary" busy={mutation.isPending} className="self-end">
        {label}
      </Button>
    </form>
  )
}
