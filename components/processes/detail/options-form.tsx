'use client'

import { useTranslations } from 'use-intl'
import { useChangeOptions } from '#components/processes/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Textarea } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { DEFAULT_REMINDER_DAYS, limits } from '#lib/processes/facts'
import type { ProcessRecord } from '#lib/processes/schema'

/** The form of the message, the expiry and the reminders. */
export function OptionsForm({ process, onDone }: { process: ProcessRecord; onDone: () => void }) {
  const t = useTranslations('processes.options')
  const { options } = process
  const change = useChangeOptions(process.id)
  const showToast = useToast()
  const form = useRecordForm({
    name: `options of process ${process.id}`,
    saved: {
      message: options.message ?? '',
      expires_in_days: options.expires_in_days,
      reminders: options.reminder_days !== null,
      reminder_days: options.reminder_days ?? DEFAULT_REMINDER_DAYS,
    },
    fieldOf: (member) => member.replace(/^options\./, ''),
    save: ({ message, expires_in_days, reminders, reminder_days }) =>
      change.mutateAsync({
        message: message.trim() || null,
        expires_in_days,
        reminder_days: reminders ? reminder_days : null,
      }),
    onSaved: () => {
      onDone()
      showToast(t('done'))
    },
  })
  return (
    <Form form={form}>
      <Field label={t('message')} optional error={form.error('message')}>
        <Textarea rows={3} {...form.register('message')} />
      </Field>
      <Field label={t('daysToSign')} hint={t('daysToSignFrom')} error={form.error('expires_in_days')}>
        <Input
          type="number"
          min={1}
          max={limits.expiryDays}
          className="max-w-28"
          {...form.register('expires_in_days', { valueAsNumber: true })}
        />
      </Field>
      <Switch
        label={t('reminders')}
        checked={form.input.reminders}
        onChange={(checked) => form.set('reminders', checked)}
      />
      {form.input.reminders ? (
        <Field label={t('reminderDays')} error={form.error('reminder_days')}>
          <Input
            type="number"
            min={1}
            max={limits.reminderDays}
            className="max-w-28"
            {...form.register('reminder_days', { valueAsNumber: true })}
          />
        </Field>
      ) : null}
      <SaveButton form={form} />
    </Form>
  )
}
