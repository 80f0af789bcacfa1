'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { EventChoice } from '#components/webhooks/event-choice.tsx'
import type { WebhookInput } from '#components/webhooks/queries.ts'

interface WebhookFormProps {
  /** Keeps the input of this form apart from others. */
  name: string
  start: WebhookInput
  submitLabel: string
  busy: boolean
  error: unknown
  save: (input: WebhookInput) => Promise<unknown>
}

/** URL, description and events of a webhook. Only the server can check the URL. */
export function WebhookForm({ name, start, submitLabel, busy, error, save }: WebhookFormProps) {
  const t = useTranslations('webhooks.form')
  const [input, setInput] = useState(start)
  const draft = useFormDraft({ name, start, value: input, show: setInput, isSaving: busy })
  const fields = error instanceof ApiError ? error.fields : {}
  /** The errors of a field and of its items, such as `events.0`. */
  const errorOf = (name: string) =>
    Object.entries(fields)
      .filter(([field]) => field.split('.')[0] === name)
      .flatMap(([, messages]) => messages)
      .join(' ') || undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    draft.forgetAfter(save({ ...input, description: input.description || null }))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {Object.keys(fields).length > 0 ? null : <QueryErrorMessage error={error} />}
      <Field label={t('url')} hint={t('urlHint')} error={errorOf('url')}>
        <Input
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/hooks/paraph"
          value={input.url}
          maxLength={2048}
          onChange={(event) => setInput({ ...input, url: event.target.value })}
        />
      </Field>
      <Field label={t('description')} optional error={errorOf('description')}>
        <Input
          autoComplete="off"
          value={input.description ?? ''}
          maxLength={500}
          onChange={(event) => setInput({ ...input, description: event.target.value })}
        />
      </Field>
      <EventChoice
        value={input.events}
        onChange={(events) => setInput({ ...input, events })}
        error={errorOf('events')}
      />
      <Button type="submit" variant="primary" busy={busy} className="self-end">
        {submitLabel}
      </Button>
    </form>
  )
}
