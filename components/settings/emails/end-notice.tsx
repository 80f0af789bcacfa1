import { useTranslations } from 'use-intl'
import { useChangeAccount } from '#components/settings/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
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
    saved: { end_notice_days: tenant.end_notice_days },
    save: change.mutateAsync,
    onSaved: () => showToast(tSettings('saved')),
  })
  return (
    <Section title={t('title')}>
      <Form form={form}>
        <Field label={t('label')} hint={t('hint')} error={form.error('end_notice_days')}>
          <NumberInput
            placeholder={t('none')}
            className="max-w-40"
            {...form.register('end_notice_days', wholeNumber)}
          />
        </Field>
        <SaveButton form={form} whenChanged className="self-start" />
      </Form>
    </Section>
  )
}
