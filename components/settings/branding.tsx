'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import type { BrandingChange } from '#components/settings/inputs.ts'
import { useLanguageName } from '#components/settings/language-name.ts'
import { LogoSetting } from '#components/settings/logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSmallForm } from '#components/ui/use-small-form.ts'
import { locales, nearestLocale } from '#lib/core/locales'
import type { AccountRecord } from '#lib/identity/schema'

/** How signers see the organisation, and the options of new processes; for administrators. */
export function BrandingSection({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.branding')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const languageName = useLanguageName()
  const form = useSmallForm(
    {
      name: tenant.name,
      color: tenant.color ?? '',
      reply_to: tenant.reply_to ?? '',
      locale: nearestLocale(tenant.locale),
      expires_in_days: String(tenant.expires_in_days),
      reminder_days: String(tenant.reminder_days ?? ''),
    },
    () => import('#components/settings/inputs.ts').then((inputs) => inputs.brandingForm(t)),
  )
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (input: BrandingChange) => api<ItemResponse<AccountRecord>>('PATCH', '/account', input),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      form.reset()
      showToast(tSettings('saved'))
    },
  })
  const { errors, isDirty } = form
  return (
    <Section title={t('title')}>
      <form
        noValidate
        onSubmit={form.submit((input) => change.mutate(input))}
        className="flex flex-col gap-5"
      >
        <QueryErrorMessage error={change.error} />
        <Field label={t('name')} error={errors.name}>
          <Input {...form.field('name')} />
        </Field>
        <LogoSetting url={tenant.logo_url} />
        <Field label={t('colour')} hint={t('colourHint')} error={errors.color}>
          <Input placeholder="#24399b" className="figures max-w-40" {...form.field('color')} />
        </Field>
        <Field label={t('replyTo')} hint={t('replyToHint')} error={errors.reply_to}>
          <Input type="email" {...form.field('reply_to')} />
        </Field>
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
        <p className="text-sm text-ink-soft">{t('processHint')}</p>
        {isDirty ? (
          <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
            {tCommon('save')}
          </Button>
        ) : null}
      </form>
    </Section>
  )
}
