'use client'

import { useTranslations } from 'use-intl'
import { useCreate } from '#components/api/create.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import {
  type LinkFormInput,
  toLinkControl,
  toLinkForm,
  toLinkInput,
} from '#components/templates/links/link-model.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

/** The form of a new reusable link: the role of visitors, the people of the others, and its limits. */
export function LinkForm({ template, onMade }: { template: TemplateRecord; onMade: (id: number) => void }) {
  const t = useTranslations()
  const { id, roles } = template
  const create = useCreate()
  const make = useInvalidatingMutation(['templates', id, 'links'], (body: ReturnType<typeof toLinkInput>) =>
    create('POST /templates/{id}/links', { path: { id }, body }),
  )
  const form = useRecordForm<LinkFormInput>({
    name: `new link ${id}`,
    saved: toLinkForm(roles),
    adapt: (input) => toLinkForm(roles, input),
    findField: (member): string => toLinkControl(member, form.input.role, roles),
    save: async (input) => onMade((await make.mutateAsync(toLinkInput(input))).data.id),
  })
  return (
    <Form form={form}>
      <Field label={t('templates.links.formRole')} error={form.error('role')}>
        <Select {...form.register('role')}>
          {roles.filter(isSigning).map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      {roles.map((role, index) =>
        role.name === form.input.role ? null : (
          <fieldset key={role.name} className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-2 font-serif text-lg">{role.name}</legend>
            <Field label={t('common.name')} error={form.error(`signers.${index}.name`)}>
              <Input autoComplete="off" {...form.register(`signers.${index}.name`)} />
            </Field>
            <Field
              label={t('common.email')}
              error={form.error(`signers.${index}.email`) ?? form.error(`signers.${index}.role`)}
            >
              <Input type="email" autoComplete="off" {...form.register(`signers.${index}.email`)} />
            </Field>
            {role.otp === 'sms' ? (
              <Field
                label={t('processes.form.details.phone')}
                hint={t('processes.form.details.phoneHint')}
                error={form.error(`signers.${index}.phone`)}
              >
                <Input type="tel" autoComplete="off" {...form.register(`signers.${index}.phone`)} />
              </Field>
            ) : null}
          </fieldset>
        ),
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('templates.links.formLimit')}
          hint={t('templates.links.formLimitHint')}
          error={form.error('limit')}
        >
          <NumberInput {...form.register('limit', wholeNumber)} />
        </Field>
        <Field
          label={t('templates.links.formEnd')}
          hint={t('templates.links.formEndHint')}
          error={form.error('end')}
        >
          <Input type="date" {...form.register('end')} />
        </Field>
      </div>
      <SaveButton form={form}>{t('templates.links.make')}</SaveButton>
    </Form>
  )
}
