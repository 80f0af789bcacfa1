'use client'

import { Checkbox } from '#components/ui/choice.tsx'
import { eventTexts } from '#components/webhooks/texts.tsx'
import { webhookEvents } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'

type Chosen = WebhookRecord['events']

interface EventChoiceProps {
  value: Chosen
  onChange: (value: Chosen) => void
  error?: string | undefined
}

/** The events of a webhook: all, or a selection. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const all = value.includes('*')
  const selected: Chosen = all ? [...webhookEvents] : value
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">Events</legend>
      <Checkbox
        label="All events"
        hint="Including event types added later."
        checked={all}
        onChange={(checked) => onChange(checked ? ['*'] : [...webhookEvents])}
      />
      <div className="grid gap-x-6 gap-y-3 border-t border-rule pt-3 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={<span className="font-mono text-sm font-normal">{event}</span>}
            hint={eventTexts[event]}
            checked={selected.includes(event)}
            onChange={(checked) =>
              onChange(
                checked ? [...selected, event] : selected.filter((selectedEvent) => selectedEvent !== event),
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
