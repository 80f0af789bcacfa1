'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import type { SignerRecord } from '#lib/processes/schema'

export interface Person {
  name: string
  email: string
  role: SignerRecord['role']
}

interface PersonFormProps {
  /** Keeps the input of this form apart from others. */
  draftName: string
  person: Person
  /** The roles to choose from; without them, the role cannot be changed. */
  roles?: Person['role'][]
  mutation: { isPending: boolean; error: Error | null }
  /** The label of the submit button. */
  label: string
  save: (person: Person) => Promise<unknown>
}

/** Name and email of a person; with `roles` also their role. */
export function PersonForm({ draftName, person, roles, mutation, label, save }: PersonFormProps) {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const savedInput: Person = { name: person.name, email: person.email, role: person.role }
  const [input, setInput] = useState(savedInput)
  const draft = useFormDraft({
    name: draftName,
    start: savedInput,
    value: input,
    show: setInput,
    isSaving: mutation.isPending,
  })
  const errors = mutation.error instanceof ApiError ? mutation.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    draft.forgetAfter(save(input))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {errors.name || errors.email ? null : <QueryErrorMessage error={mutation.error} />}
      <Field label={common('name')} error={errors.name?.join(' ')}>
        <Input
          value={input.name}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setInput({ ...input, name: event.target.value })}
        />
      </Field>
      <Field label={common('email')} error={errors.email?.join(' ')}>
        <Input
          type="email"
          autoComplete="off"
          value={input.email}
          maxLength={254}
          onChange={(event) => setInput({ ...input, email: event.target.value })}
        />
      </Field>
      {roles ? (
        <Field label={t('signer.role')}>
          <Select
            value={input.role}
            onChange={(event) => setInput({ ...input, role: event.target.value as Person['role'] })}
          >
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
