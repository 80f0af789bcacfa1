import { useTranslations } from 'use-intl'
import { useChangeAccount } from '#components/settings/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** How many days before a retention or a contract ends an email says so. */
export function EndNotice({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.endNotice')
  const tSettings = useTranslations('settings')
  const change = useChangeAccount()
  const showToast = useToast()
  const form = useRecordForm({
    name: 'end notice',
    saved: { end_notice_days: String(tenant.end_notice_days ?? '') },
    save: ({ end_notice_days: days }) =>
      change.mutateAsync({ end_notice_days: days === '' ? null : Number(days) }),
    onSaved: () => showToast(tSettings('saved')),
  })
  return (
    <Section title={t('title')}>
      <Form form={form}>
        <Field label={t('label')} hint={t('hint')} error={form.error('end_notice_days')}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={365}
            placeholder={t('none')}
            className="figures max-w-40"
            {...form.register('end_notice_days')}
          />
        </Field>
        <SaveButton form={form} whenChanged className="self-start" />
      </Form>
    </Section>
  )
}
