'use client'

import { useTranslations } from 'use-intl'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import type { SignerRecord } from '#lib/processes/schema'

export type Person = Pick<SignerRecord, 'name' | 'email' | 'role'>

interface PersonFormProps {
  /** Keeps the unsaved input of this form apart from that of others. */
  formName: string
  person: Person
  /** The roles to choose from; without them, the role cannot be changed. */
  roles?: Person['role'][]
  /** The label of the submit button. */
  label: string
  save: (person: Person) => Promise<unknown>
  onSaved: (person: Person) => void
}

/** Name and email of a person; with `roles` also their role. */
export function PersonForm({ formName, person, roles, label, save, onSaved }: PersonFormProps) {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const form = useRecordForm<Person>({
    name: formName,
    saved: { name: person.name, email: person.email, role: person.role },
    save,
    onSaved,
  })
  return (
    <Form form={form}>
      <Field label={common('name')} error={form.error('name')}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={common('email')} error={form.error('email')}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      {roles ? (
        <Field label={t('signer.role')} error={form.error('role')}>
          <Select {...form.register('role')}>
            {roles.map((value) => (
              <option key={value} value={value}>
                {t(`roles.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <SaveButton form={form}>{label}</SaveButton>
    </Form>
  )
}
