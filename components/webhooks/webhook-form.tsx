'use client'

import { useTranslations } from 'use-intl'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { EventChoice } from '#components/webhooks/event-choice.tsx'
import type { WebhookInput } from '#components/webhooks/queries.ts'

interface WebhookFormProps {
  /** Keeps the unsaved input of this form apart from that of others. */
  name: string
  saved: WebhookInput
  submitLabel: string
  save: (input: WebhookInput) => Promise<unknown>
  onSaved?: () => void
}

/** URL, description and events of a webhook. Only the server can check the URL. */
export function WebhookForm({ name, saved, submitLabel, save, onSaved }: WebhookFormProps) {
  const t = useTranslations('webhooks.form')
  const form = useRecordForm({
    name,
    saved: { ...saved, description: saved.description ?? '' },
    save: ({ description, ...others }) => save({ ...others, description: description || null }),
    ...(onSaved && { onSaved }),
  })
  return (
    <Form form={form}>
      <Field label={t('url')} hint={t('urlHint')} error={form.error('url')}>
        <Input
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/hooks/paraph"
          {...form.register('url')}
        />
      </Field>
      <Field label={t('description')} optional error={form.error('description')}>
        <Input autoComplete="off" {...form.register('description')} />
      </Field>
      <EventChoice
        value={form.input.events}
        onChange={(events) => form.setField('events', events)}
        error={form.error('events')}
      />
      <SaveButton form={form}>{submitLabel}</SaveButton>
    </Form>
  )
}
