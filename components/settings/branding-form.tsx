'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { LogoSetting } from '#components/settings/logo.tsx'
import { useChangeAccount } from '#components/settings/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSmallForm } from '#components/ui/use-small-form.ts'
import type { AccountRecord } from '#lib/identity/schema'

/** Logo, colour and reply address, which signers see. */
export function BrandingForm({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.branding')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const form = useSmallForm({ color: tenant.color ?? '', reply_to: tenant.reply_to ?? '' }, () =>
    import('#components/settings/inputs.ts').then((inputs) => inputs.BrandingForm),
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
        <LogoSetting url={tenant.logo_url} />
        <Field label={t('colour')} hint={t('colourHint')} error={errors.color}>
          <Input placeholder="#24399b" className="figures max-w-40" {...form.field('color')} />
        </Field>
        <Field label={t('replyTo')} hint={t('replyToHint')} error={errors.reply_to}>
          <Input type="email" {...form.field('reply_to')} />
        </Field>
        {isDirty ? (
          <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
            {tCommon('save')}
          </Button>
        ) : null}
      </form>
    </Section>
  )
}
