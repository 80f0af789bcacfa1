import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import type { SignerRecord } from '#lib/processes/schema'

interface FieldProps<Control> {
  /** The properties of the registered control. */
  control: Control
  error: string | undefined
}

/** How a person confirms who they are; empty: as the process. */
export function CodeChoice({ control, error }: FieldProps<ComponentProps<typeof Select>>) {
  const t = useTranslations('processes.form.details')
  return (
    <Field label={t('code')} error={error}>
      <Select {...control}>
        <option value="">{t('asProcess')}</option>
        <option value="email">{t('codeByEmail')}</option>
        <option value="sms">{t('codeBySms')}</option>
        <option value="access_code">{t('accessCodeChoice')}</option>
        <option value="none">{t('noCode')}</option>
      </Select>
    </Field>
  )
}

interface CodeFieldsProps {
  otp: SignerRecord['otp'] | ''
  phone: FieldProps<ComponentProps<typeof Input>>
  accessCode: FieldProps<ComponentProps<typeof Input>>
  /** Whether an access code is stored, which stays if no other is entered. */
  hasAccessCode?: boolean
}

/** What a person needs who confirms by SMS or by an access code. */
export function CodeFields({ otp, phone, accessCode, hasAccessCode }: CodeFieldsProps) {
  const t = useTranslations('processes.form.details')
  if (otp === 'sms')
    return (
      <Field label={t('phone')} hint={t('phoneHint')} error={phone.error}>
        <Input type="tel" autoComplete="off" {...phone.control} />
      </Field>
    )
  if (otp !== 'access_code') return null
  return (
    <Field
      label={t('accessCode')}
      hint={t(hasAccessCode ? 'accessCodeSet' : 'accessCodeHint')}
      error={accessCode.error}
    >
      <Input autoComplete="off" spellCheck={false} {...accessCode.control} />
    </Field>
  )
}
