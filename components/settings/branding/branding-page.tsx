'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { LogoSetting } from '#components/settings/branding/logo.tsx'
import { ProcessDefaults } from '#components/settings/branding/process-defaults.tsx'
import { useChangeAccount } from '#components/settings/queries.ts'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { useAccount } from '#components/shell/account.ts'
import { pickChanged } from '#components/shell/input/pick-changed.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { PageBody } from '#components/shell/page-head.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
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
  const t = useTranslations('settings')
  const showToast = useToast()
  const change = useChangeAccount()
  const form = useRecordForm({
    name: 'branding',
    saved: { color: tenant.color ?? '', reply_to: tenant.reply_to ?? '' },
    schema: () => import('#components/settings/inputs.ts').then((inputs) => inputs.brandingInput),
    save: (input) => change.mutateAsync(pickChanged(input, tenant)),
    onSaved: () => showToast(t('saved')),
  })
  return (
    <Section title={t('branding.title')}>
      <Form form={form}>
        <LogoSetting url={tenant.logo_url} />
        <Field label={t('branding.colour')} hint={t('branding.colourHint')} error={form.error('color')}>
          <Input placeholder="#24399b" className="figures max-w-40" {...form.register('color')} />
        </Field>
        <Field label={t('branding.replyTo')} hint={t('branding.replyToHint')} error={form.error('reply_to')}>
          <Input type="email" {...form.register('reply_to')} />
        </Field>
        <SaveButton form={form} whenChanged className="self-start" />
      </Form>
    </Section>
  )
}
