'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useLanguageName } from '#components/settings/language-name.ts'
import { useChangeAccount } from '#components/settings/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSmallForm } from '#components/ui/use-small-form.ts'
import { locales, nearestLocale } from '#lib/core/locales'
import type { AccountRecord } from '#lib/identity/schema'

/** The language, expiry and reminders of new processes. */
export function ProcessDefaults({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.processDefaults')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const languageName = useLanguageName()
  const form = useSmallForm(
    {
      locale: nearestLocale(tenant.locale),
      expires_in_days: String(tenant.expires_in_days),
      reminder_days: String(tenant.reminder_days ?? ''),
    },
    () => import('#components/settings/inputs.ts').then((inputs) => inputs.processDefaultsForm(t)),
  )
  const showToast = useToast()
  const change = useChangeAccount()
  const { errors, isDirty } = form
  return (
    <Section title={t('title')}>
      <form
        noValidate
        onSubmit={form.submit((input) =>
          change.mutate(input, {
            onSuccess: () => {
              form.reset()
              showToast(tSettings('saved'))
            },
          }),
        )}
        className="flex flex-col gap-5"
      >
        <QueryErrorMessage error={change.error} />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label={t('language')} error={errors.locale}>
            <Select {...form.field('locale')}>
              {locales.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('expiry')} error={errors.expires_in_days}>
            <Input type="number" min={1} max={365} {...form.field('expires_in_days')} />
          </Field>
          <Field label={t('reminders')} error={errors.reminder_days}>
            <Input
              type="number"
              min={1}
              max={90}
              placeholder={t('noReminders')}
              {...form.field('reminder_days')}
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
