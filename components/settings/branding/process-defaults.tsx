'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useLanguageName } from '#components/settings/consent/language-name.ts'
import type { ProcessDefaultsForm } from '#components/settings/inputs.ts'
import { useChangeAccount } from '#components/settings/queries.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { locales, nearestLocale } from '#lib/core/locales'
import type { AccountRecord } from '#lib/identity/schema'

/** The language, expiry and reminders of new processes. */
export function ProcessDefaults({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.processDefaults')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const languageName = useLanguageName()
  const savedInput = {
    locale: nearestLocale(tenant.locale),
    expires_in_days: tenant.expires_in_days,
    reminder_days: String(tenant.reminder_days ?? ''),
  }
  const form = useForm<z.input<ProcessDefaultsForm>, unknown, z.output<ProcessDefaultsForm>>({
    resolver: lazyResolver(() =>
      import('#components/settings/inputs.ts').then((inputs) => inputs.processDefaultsForm(t)),
    ),
    values: savedInput,
  })
  const register = withValue(form)
  const showToast = useToast()
  const change = useChangeAccount()
  const draft = useFormDraft({
    name: 'process defaults',
    start: savedInput,
    value: form.watch(),
    show: (input) => form.reset(input, { keepDefaultValues: true }),
    isSaving: change.isPending,
  })
  const { errors, isDirty } = form.formState
  return (
    <Section title={t('title')}>
      <form
        noValidate
        onSubmit={form.handleSubmit((input) =>
          draft.forgetAfter(change.mutateAsync(input, { onSuccess: () => showToast(tSettings('saved')) })),
        )}
        className="flex flex-col gap-5"
      >
        <RestoredInput draft={draft} />
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
