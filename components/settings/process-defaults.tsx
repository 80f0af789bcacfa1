'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useLanguageName } from '#components/settings/language-name.ts'
import { useChangeAccount } from '#components/settings/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { withValue } from '#components/ui/with-value.ts'
import { locales, nearestLocale } from '#lib/core/locales'
import { AccountChangeInput, type AccountRecord } from '#lib/identity/schema'

type Translate = ReturnType<typeof useTranslations<'settings.processDefaults'>>

const Defaults = AccountChangeInput.pick({ locale: true, expires_in_days: true, reminder_days: true })

/** The form as API input: an empty text becomes null. */
const defaultsForm = (t: Translate) =>
  z
    .object({
      locale: z.enum(locales),
      expires_in_days: z.number(t('expiryMissing')),
      reminder_days: z.string(),
    })
    .transform(({ reminder_days, ...others }) => ({
      ...others,
      reminder_days: reminder_days === '' ? null : Number(reminder_days),
    }))
    .pipe(Defaults.required())

type DefaultsForm = ReturnType<typeof defaultsForm>

/** The language, expiry and reminders of new processes. */
export function ProcessDefaults({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.processDefaults')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const languageName = useLanguageName()
  const form = useForm<z.input<DefaultsForm>, unknown, z.output<DefaultsForm>>({
    resolver: zodResolver(defaultsForm(t)),
    values: {
      locale: nearestLocale(tenant.locale),
      expires_in_days: tenant.expires_in_days,
      reminder_days: String(tenant.reminder_days ?? ''),
    },
  })
  const register = withValue(form)
  const showToast = useToast()
  const change = useChangeAccount()
  const { errors, isDirty } = form.formState
  return (
    <Section title={t('title')}>
      <form
        noValidate
        onSubmit={form.handleSubmit((input) =>
          change.mutate(input, { onSuccess: () => showToast(tSettings('saved')) }),
        )}
        className="flex flex-col gap-5"
      >
        <QueryErrorMessage error={change.error} />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label={t('language')} error={errors.locale?.message}>
            <Select {...register('locale')}>
              {locales.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('expiry')} error={errors.expires_in_days?.message}>
            <Input
              type="number"
              min={1}
              max={365}
              {...register('expires_in_days', { valueAsNumber: true })}
            />
          </Field>
          <Field label={t('reminders')} error={errors.reminder_days?.message}>
            <Input
              type="number"
              min={1}
              max={90}
              placeholder={t('noReminders')}
              {...register('reminder_days')}
            />
          </Field>
        </div>
        {isDirty ? (
          <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
            {tCommon('save')}
          </Button>
        ) : null}
      </form>
    </Section>
  )
}
