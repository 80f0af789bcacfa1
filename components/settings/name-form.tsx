'use client'

import { useTranslations } from 'use-intl'
import type { NameInput } from '#components/settings/inputs.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

interface NameFormProps {
  label: string
  name: string
  subject: 'user' | 'organisation'
  save: (input: NameInput) => Promise<unknown>
}

/** The name of the user or of the organisation. */
export function NameForm({ label, name, subject, save }: NameFormProps) {
  const t = useTranslations('settings')
  const showToast = useToast()
  const form = useRecordForm<NameInput>({
    name: `name of the ${subject}`,
    saved: { name },
    schema: () => import('#components/settings/inputs.ts').then(({ nameInputs }) => nameInputs[subject]),
    save,
    onSaved: () => showToast(t('saved')),
  })
  return (
    <Form form={form} className="flex max-w-md flex-col gap-3">
      <Field label={label} error={form.error('name')}>
        <Input {...form.register('name')} />
      </Field>
      <SaveButton form={form} whenChanged className="self-start" />
    </Form>
  )
}
