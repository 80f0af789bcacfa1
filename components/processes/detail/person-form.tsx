'use client'

import { useTranslations } from 'use-intl'
import { CodeChoice, CodeFields } from '#components/processes/form/code-fields.tsx'
import { LevelChoice } from '#components/processes/level-choice.tsx'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { isSigning } from '#lib/processes/rules'
import type { SignerRecord } from '#lib/processes/schema'

export type Person = Pick<SignerRecord, 'name' | 'email' | 'role' | 'otp' | 'phone' | 'signature_level'>

/** A person as a request of the API. */
export type PersonInput = Person & { access_code?: string }

interface PersonFormInput extends Pick<Person, 'name' | 'email' | 'role' | 'signature_level'> {
  /** Empty: as the process. */
  otp: NonNullable<Person['otp']> | ''
  phone: string
  /** Empty: the stored one stays. */
  access_code: string
}

interface PersonFormProps {
  /** Keeps the unsaved input of this form apart from that of others. */
  formName: string
  person: Person
  /** The roles to choose from; without them, the role cannot be changed. */
  roles?: Person['role'][]
  /** Whether only how the person confirms who they are can be changed. */
  isOtpOnly?: boolean
  /** The label of the submit button. */
  label: string
  save: (person: PersonInput) => Promise<unknown>
  onSaved: (person: Pick<Person, 'name'>) => void
}

/** Name and email of a person, and how they confirm who they are; with `roles` also their role. */
export function PersonForm({ formName, person, roles, isOtpOnly, label, save, onSaved }: PersonFormProps) {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const form = useRecordForm<PersonFormInput>({
    name: formName,
    saved: {
      ...{ name: person.name, email: person.email, role: person.role },
      signature_level: person.signature_level,
      ...{ otp: person.otp ?? '', phone: person.phone ?? '', access_code: '' },
    },
    secrets: ['access_code'],
    save: ({ otp, phone, access_code, ...identity }) =>
      save({
        ...identity,
        otp: otp || null,
        phone: phone || null,
        ...(otp === 'access_code' && access_code !== '' && { access_code }),
      }),
    onSaved,
  })
  return (
    <Form form={form}>
      {isOtpOnly ? null : (
        <>
          <Field label={common('name')} error={form.error('name')}>
            <Input autoComplete="off" {...form.register('name')} />
          </Field>
          <Field label={common('email')} error={form.error('email')}>
            <Input type="email" autoComplete="off" {...form.register('email')} />
          </Field>
        </>
      )}
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
      <CodeChoice control={form.register('otp')} error={form.error('otp')} />
      <CodeFields
        otp={form.input.otp}
        phone={{ control: form.register('phone'), error: form.error('phone') }}
        accessCode={{ control: form.register('access_code'), error: form.error('access_code') }}
        hasAccessCode={person.otp === 'access_code'}
      />
      {isSigning(form.input) && !isOtpOnly ? (
        <LevelChoice
          control={form.register('signature_level')}
          level={person.signature_level}
          error={form.error('signature_level')}
        />
      ) : null}
      <SaveButton form={form}>{label}</SaveButton>
    </Form>
  )
}
