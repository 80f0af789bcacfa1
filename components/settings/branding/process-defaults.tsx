'use client'

import { useTranslations } from 'use-intl'
import { SignatureKindsChoice } from '#components/processes/form/signature-kinds.tsx'
import { useLanguageName } from '#components/settings/consent/language-name.ts'
import { useChangeAccount } from '#components/settings/queries.ts'
import { pickChanged } from '#components/shell/input/pick-changed.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { findNearestSignerLocale, processLocales } from '#lib/core/locales'
import type { AccountRecord } from '#lib/identity/schema'

/** The language, expiry, reminders and kinds of signatures of new processes. */
export function ProcessDefaults({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.processDefaults')
  const tSettings = useTranslations('settings')
  const languageName = useLanguageName()
  const showToast = useToast()
  const change = useChangeAccount()
  const saved = {
    locale: processLocales.find((tag) => tag === tenant.locale) ?? findNearestSignerLocale(tenant.locale),
    expires_in_days: tenant.expires_in_days,
    reminder_days: tenant.reminder_days,
    signature_kinds: tenant.signature_kinds,
  }
  const form = useRecordForm({
    name: 'process defaults',
    saved,
    schema: () => import('#components/settings/inputs.ts').then((inputs) => inputs.processDefaultsForm(t)),
    save: (input) => change.mutateAsync(pickChanged(input, saved)),
    onSaved: () => showToast(tSettings('saved')),
  })
  return (
    <Section title={t('title')}>
      <Form form={form}>
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label={t('language')} error={form.error('locale')}>
            <Select {...form.register('locale')}>
              {processLocales.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('expiry')} error={form.error('expires_in_days')}>
            <NumberInput {...form.register('expires_in_days', wholeNumber)} />
          </Field>
          <Field label={t('reminders')} error={form.error('reminder_days')}>
            <NumberInput placeholder={t('noReminders')} {...form.register('reminder_days', wholeNumber)} />
          </Field>
        </div>
        <SignatureKindsChoice
          value={form.input.signature_kinds}
          onChange={(kinds) => form.methods.setValue('signature_kinds', kinds, { shouldDirty: true })}
        />
        <SaveButton form={form} whenChanged className="self-start" />
      </Form>
    </Section>
  )
}
