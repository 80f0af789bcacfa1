'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { useLanguageName } from '#components/settings/language-name.ts'
import { LogoSetting } from '#components/settings/logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { withValue } from '#components/ui/with-value.ts'
import { locales, nearestLocale } from '#lib/core/locales'
import { AccountChangeInput, type AccountRecord } from '#lib/identity/schema'

const Branding = AccountChangeInput.pick({
  name: true,
  color: true,
  reply_to: true,
  locale: true,
  expires_in_days: true,
  reminder_days: true,
}).required()

type Translate = ReturnType<typeof useTranslations<'settings.branding'>>

/** The form as API input: an empty text becomes null. */
const brandingForm = (t: Translate) =>
  z
    .object({
      name: z.string(),
      color: z.string(),
      reply_to: z.string(),
      locale: z.enum(locales),
      expires_in_days: z.number(t('expiryMissing')),
      reminder_days: z.string(),
    })
    .transform(({ color, reply_to, reminder_days, ...others }) => ({
      ...others,
      color: color || null,
      reply_to: reply_to || null,
      reminder_days: reminder_days === '' ? null : Number(reminder_days),
    }))
    .pipe(Branding)

type BrandingForm = ReturnType<typeof brandingForm>

/** How signers see the organisation, and the options of new processes; for administrators. */
export function BrandingSection({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.branding')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const languageName = useLanguageName()
  const form = useForm<z.input<BrandingForm>, unknown, z.output<BrandingForm>>({
    resolver: zodResolver(brandingForm(t)),
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
