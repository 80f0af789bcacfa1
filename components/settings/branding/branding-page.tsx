'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { LogoSetting } from '#components/settings/branding/logo.tsx'
import { ProcessDefaults } from '#components/settings/branding/process-defaults.tsx'
import type { BrandingInput } from '#components/settings/inputs.ts'
import { useChangeAccount } from '#components/settings/queries.ts'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { PageBody } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** How signers see the organisation, and the options of new processes; for administrators. */
export function BrandingPage() {
  const account = useAccount()
  return (
    <PageBody>
      <SettingsHead page="branding" />
      <QueryErrorMessage error={account.error} className="mb-6" onRetry={() => account.refetch()} />
      {account.data ? (
        <div className="flex max-w-2xl flex-col gap-10">
          <BrandingForm tenant={account.data.tenant} />
          <ProcessDefaults tenant={account.data.tenant} />
        </div>
      ) : null}
    </PageBody>
  )
}

/** Logo, colour and reply address, which signers see. */
function BrandingForm({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.branding')
  const tSettings = useTranslations('settings')
  const tCommon = useTranslations('common')
  const savedInput = { color: tenant.color ?? '', reply_to: tenant.reply_to ?? '' }
  const form = useForm<z.input<BrandingInput>, unknown, z.output<BrandingInput>>({
    resolver: lazyResolver(() =>
      import('#components/settings/inputs.ts').then((inputs) => inputs.brandingInput),
    ),
    values: savedInput,
  })
  const register = withValue(form)
  const showToast = useToast()
  const change = useChangeAccount()
  const draft = useFormDraft({
    name: 'branding',
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
        <LogoSetting url={tenant.logo_url} />
        <Field label={t('colour')} hint={t('colourHint')} error={errors.color?.message}>
          <Input placeholder="#24399b" className="figures max-w-40" {...register('color')} />
        </Field>
        <Field label={t('replyTo')} hint={t('replyToHint')} error={errors.reply_to?.message}>
          <Input type="email" {...register('reply_to')} />
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
