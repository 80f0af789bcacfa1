'use client'

import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { LanguageOptions } from '#components/i18n/language-options.tsx'
import { regionalNames } from '#components/i18n/regional-names.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { SignatureKindsChoice } from '#components/processes/form/signature-kinds.tsx'
import { useAccount } from '#components/shell/account.ts'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select, Textarea } from '#components/ui/form/input.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { signerLocales } from '#lib/core/locales'
import { signatureKinds } from '#lib/core/signature-kinds'

interface FormOptionsProps {
  /** The values that the form starts with. Only of a new process or template the language is empty: the default. */
  start: Pick<ProcessForm, 'language' | 'reminderDays'>
}

/** The message and the options of a process. */
export function FormOptions({ start }: FormOptionsProps) {
  const t = useTranslations('processes.options')
  const { formState, watch, setValue, ...form } = useFormContext<ProcessForm>()
  const register = withValue(form)
  const { errors } = formState
  const chosenKinds = watch('signatureKinds')
  const defaultKinds = useAccount().data?.tenant.signature_kinds
  const hasEmails = watch('notifications')
  const switches = [
    { name: 'otp', label: t('otp'), hint: t('otpHint') },
    { name: 'notifications', label: t('notifications'), hint: t('notificationsHint') },
    { name: 'delegation', label: t('delegation'), hint: t('delegationHint') },
    { name: 'downloadFirst', label: t('downloadFirst'), hint: t('downloadFirstHint') },
    { name: 'embedEvidence', label: t('embedEvidence'), hint: t('embedEvidenceHint') },
    ...(hasEmails ? [{ name: 'reminders', label: t('reminders'), hint: null } as const] : []),
  ] as const
  return (
    <div className="flex flex-col gap-6">
      <Field label={t('message')} optional hint={t('messageHint')} error={errors.message?.message}>
        <Textarea rows={3} {...register('message')} />
      </Field>
      <Field label={t('language')} hint={t('languageHint')} className="max-w-md">
        <Select {...register('language')}>
          {start.language === '' ? <option value="">{t('languageOfAccount')}</option> : null}
          <LanguageOptions locales={signerLocales} stored={start.language} regional={regionalNames} />
        </Select>
      </Field>
      <div className="flex flex-col gap-4">
        {switches.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={watch(name)}
            onChange={(isOn) => {
              setValue(name, isOn, { shouldDirty: true })
              // The number is hidden then, and must be valid.
              if ((name === 'reminders' || name === 'notifications') && !isOn)
                setValue('reminderDays', start.reminderDays)
            }}
          />
        ))}
        {hasEmails && watch('reminders') ? (
          <Field label={t('reminderDays')} error={errors.reminderDays?.message} className="ml-12 max-w-48">
            <NumberInput {...register('reminderDays', wholeNumber)} />
          </Field>
        ) : null}
      </div>
      <SignatureKindsChoice
        value={chosenKinds.length > 0 ? chosenKinds : (defaultKinds ?? [...signatureKinds])}
        onChange={(kinds) => setValue('signatureKinds', kinds, { shouldDirty: true })}
      />
      <Field
        label={t('daysToSign')}
        hint={t('daysToSignHint')}
        error={errors.expiresInDays?.message}
        className="max-w-md"
      >
        <NumberInput className="max-w-28" {...register('expiresInDays', wholeNumber)} />
      </Field>
    </div>
  )
}
