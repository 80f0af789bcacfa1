'use client'

import { useTranslations } from 'use-intl'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { webhookEvents } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'

type Events = WebhookRecord['events']

interface EventChoiceProps {
  value: Events
  onChange: (value: Events) => void
  error?: string | undefined
}

/** The events of a webhook: all, or a selection. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const t = useTranslations('webhooks')
  const isAll = value.includes('*')
  const selected: Events = isAll ? [...webhookEvents] : value
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('form.events')}</legend>
      <Checkbox
        label={t('allEvents')}
        hint={t('form.allHint')}
        checked={isAll}
        onChange={(isChecked) => onChange(isChecked ? ['*'] : [...webhookEvents])}
      />
      <div className="grid gap-x-6 gap-y-3 border-t border-rule pt-3 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={<span className="font-mono text-sm font-normal">{event}</span>}
            hint={t(`events.${event}`)}
            checked={selected.includes(event)}
            onChange={(isChecked) =>
              onChange(
                isChecked
                  ? [...selected, event]
                  : selected.filter((selectedEvent) => selectedEvent !== event),
              )
            }
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
