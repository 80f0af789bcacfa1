'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { api } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import type { BrandingForm } from '#components/settings/inputs.ts'
import { useLanguageName } from '#components/settings/language-name.ts'
import { LogoSetting } from '#components/settings/logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { withValue } from '#components/ui/with-value.ts'
import { locales, nearestLocale } from '#lib/core/locales'
import type { AccountRecord } from '#lib/identity/schema'

/** How signers see the organisation, and the options of new processes; for administrators. */
export function BrandingSection({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.branding')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const languageName = useLanguageName()
  const form = useForm<z.input<BrandingForm>, unknown, z.output<BrandingForm>>({
    resolver: lazyResolver(() =>
      import('#components/settings/inputs.ts').then((inputs) => inputs.brandingForm(t)),
    ),
    values: {
      name: tenant.name,
      color: tenant.color ?? '',
      reply_to: tenant.reply_to ?? '',
      locale: nearestLocale(tenant.locale),
      expires_in_days: tenant.expires_in_days,
      reminder_days: String(tenant.reminder_days ?? ''),
    },
  })
  const register = withValue(form)
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (input: z.output<BrandingForm>) =>
      api<ItemResponse<AccountRecord>>('PATCH', '/account', input),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      showToast(tSettings('saved'))
    },
  })
  const { errors, isDirty } = form.formState
  return (
    <Section title={t('title')}>
      <form
        noValidate
        onSubmit={form.handleSubmit((input) => change.mutate(input))}
        className="flex flex-col gap-5"
      >
        <QueryErrorMessage error={change.error} />
        <Field label={t('name')} error={errors.name?.message}>
          <Input {...register('name')} />
        </Field>
        <LogoSetting url={tenant.logo_url} />
        <Field label={t('colour')} hint={t('colourHint')} error={errors.color?.message}>
          <Input placeholder="#24399b" className="figures max-w-40" {...register('color')} />
        </Field>
        <Field label={t('replyTo')} hint={t('replyToHint')} error={errors.reply_to?.message}>
          <Input type="email" {...register('reply_to')} />
        </Field>
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
