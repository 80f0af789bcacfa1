import type { UseFormRegister } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { TemplateUse } from '#components/templates/template-use.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

interface ConfirmationFieldsProps {
  form: {
    register: UseFormRegister<TemplateUse>
    error: (name: `signers.${number}.phone` | `signers.${number}.access_code`) => string | undefined
  }
  index: number
  otp: TemplateRecord['roles'][number]['otp']
}

/** What a person needs who confirms by SMS or by an access code. */
export function ConfirmationFields({ form, index, otp }: ConfirmationFieldsProps) {
  const t = useTranslations('processes.form.details')
  if (otp === 'sms')
    return (
      <Field label={t('phone')} hint={t('phoneHint')} error={form.error(`signers.${index}.phone`)}>
        <Input type="tel" autoComplete="off" {...form.register(`signers.${index}.phone`)} />
      </Field>
    )
  if (otp !== 'access_code') return null
  return (
    <Field
      label={t('accessCode')}
      hint={t('accessCodeHint')}
      error={form.error(`signers.${index}.access_code`)}
    >
      <Input autoComplete="off" spellCheck={false} {...form.register(`signers.${index}.access_code`)} />
    </Field>
  )
}
