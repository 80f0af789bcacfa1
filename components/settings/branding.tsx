'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
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

/** Inputs hold texts: an empty one is null. */
const BrandingForm = z
  .object({
    name: z.string(),
    color: z.string(),
    reply_to: z.string(),
    locale: z.enum(locales),
    expires_in_days: z.number('Must be a number of days.'),
    reminder_days: z.string(),
  })
  .transform(({ color, reply_to, reminder_days, ...others }) => ({
    ...others,
    color: color || null,
    reply_to: reply_to || null,
    reminder_days: reminder_days === '' ? null : Number(reminder_days),
  }))
  .pipe(Branding)

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** How signers see the organisation, and the options of new processes; for administrators. */
export function BrandingSection({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const form = useForm<z.input<typeof BrandingForm>, unknown, z.output<typeof BrandingForm>>({
    resolver: zodResolver(BrandingForm),
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
    mutationFn: (input: z.output<typeof BrandingForm>) =>
      api<ItemResponse<AccountRecord>>('PATCH', '/account', input),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      showToast('Saved.')
    },
  })
  const { errors, isDirty } = form.formState
  return (
    <Section title="Organisation">
      <form
        noValidate
        onSubmit={form.handleSubmit((input) => change.mutate(input))}
        className="flex flex-col gap-5"
      >
        <QueryErrorMessage error={change.error} />
        <Field label="Name of the organisation" error={errors.name?.message}>
          <Input {...register('name')} />
        </Field>
        <LogoSetting url={tenant.logo_url} />
        <Field
          label="Colour"
          hint="Of buttons on signing pages and in emails, such as #1f5f4a. Empty: the usual one."
          error={errors.color?.message}
        >
          <Input placeholder="#24399b" className="figures max-w-40" {...register('color')} />
        </Field>
        <Field label="Reply-to" hint="Where signers’ replies to emails go." error={errors.reply_to?.message}>
          <Input type="email" {...register('reply_to')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="Language" error={errors.locale?.message}>
            <Select {...register('locale')}>
              {locales.map((code) => (
                <option key={code} value={code}>
                  {languageNames.of(code)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Expiry (days)" error={errors.expires_in_days?.message}>
            <Input
              type="number"
              min={1}
              max={365}
              {...register('expires_in_days', { valueAsNumber: true })}
            />
          </Field>
          <Field label="Reminders (days)" error={errors.reminder_days?.message}>
            <Input type="number" min={1} max={90} placeholder="None" {...register('reminder_days')} />
          </Field>
        </div>
        <p className="text-sm text-ink-soft">Language, expiry and reminders apply to new processes.</p>
        {isDirty ? (
          <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
            Save
          </Button>
        ) : null}
      </form>
    </Section>
  )
}
