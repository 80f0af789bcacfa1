'use client'

import { useTranslations } from 'use-intl'
import { toControlName } from '#components/processes/form/form-model.ts'
import { useChangeOptions } from '#components/processes/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { DEFAULT_REMINDER_DAYS } from '#lib/processes/facts'
import type { ProcessRecord } from '#lib/processes/schema'

/** The form of the message, the expiry and the reminders. */
export function OptionsForm({ process, onDone }: { process: ProcessRecord; onDone: () => void }) {
  const t = useTranslations('processes.options')
  const tProcesses = useTranslations('processes')
  const { options } = process
  const change = useChangeOptions(process.id)
  const showToast = useToast()
  const form = useRecordForm({
    name: `options of process ${process.id}`,
    saved: {
      message: options.message ?? '',
      expiresInDays: options.expires_in_days,
      reminders: options.reminder_days !== null,
      reminderDays: options.reminder_days ?? DEFAULT_REMINDER_DAYS,
    },
    schema: async () => {
      const { processFormRules } = await import('#components/processes/form/form-rules.ts')
      return processFormRules(tProcesses).pick({
        message: true,
        expiresInDays: true,
        reminders: true,
        reminderDays: true,
      })
    },
    findField: toControlName,
    save: ({ message, expiresInDays, reminders, reminderDays }) =>
      change.mutateAsync({
        message: message || null,
        expires_in_days: expiresInDays,
        reminder_days: reminders ? reminderDays : null,
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
      <Field
        label={t('daysToSign')}
        hint={t(process.status === 'expired' ? 'daysToSignFromNow' : 'daysToSignFrom')}
        error={form.error('expiresInDays')}
      >
        <NumberInput className="max-w-28" {...form.register('expiresInDays', wholeNumber)} />
      </Field>
      {options.enable_notifications ? (
        <Switch
          label={t('reminders')}
          checked={form.input.reminders}
          onChange={(checked) => {
            form.setField('reminders', checked)
            // The number is hidden then, and must be valid.
            if (!checked) form.setField('reminderDays', DEFAULT_REMINDER_DAYS)
          }}
        />
      ) : null}
      {options.enable_notifications && form.input.reminders ? (
        <Field label={t('reminderDays')} error={form.error('reminderDays')}>
          <NumberInput className="max-w-28" {...form.register('reminderDays', wholeNumber)} />
        </Field>
      ) : null}
      <SaveButton form={form} />
    </Form>
  )
}
