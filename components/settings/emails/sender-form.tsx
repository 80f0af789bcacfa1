import { useTranslations } from 'use-intl'
import { useSetSender } from '#components/settings/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { SenderRecord } from '#lib/identity/sender/schema'

/** Name and address in `From`. */
export function SenderForm({ sender }: { sender: SenderRecord }) {
  const t = useTranslations('settings.sender')
  const tSettings = useTranslations('settings')
  const change = useSetSender()
  const showToast = useToast()
  const form = useRecordForm({
    name: 'sender',
    saved: { name: sender.name ?? '', address: sender.address ?? '' },
    save: (input) => change.mutateAsync(input),
    onSaved: () => showToast(tSettings('saved')),
  })
  return (
    <Form form={form}>
      <Field label={t('name')} hint={t('nameHint')} error={form.error('name')}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={t('address')} hint={t('addressHint')} error={form.error('address')}>
        <Input type="email" autoComplete="off" spellCheck={false} {...form.register('address')} />
      </Field>
      <SaveButton form={form} className="self-start">
        {t('submit')}
      </SaveButton>
    </Form>
  )
}
