'use client'

import { useTranslations } from 'use-intl'
import { Checkbox } from '#components/ui/form/choice.tsx'
import type { WebhookInput } from '#components/webhooks/queries.ts'
import { AUDIT_GROUP } from '#lib/audit/events'
import { webhookEvents } from '#lib/webhooks/rules'

type Events = WebhookInput['events']

interface EventChoiceProps {
  value: Events
  onChange: (value: Events) => void
  error?: string | undefined
}

/** The events of a webhook: all, or a selection; and those of the audit log. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const t = useTranslations('webhooks')
  const audit: Events = value.includes(AUDIT_GROUP) ? [AUDIT_GROUP] : []
  const others = value.filter((event) => event !== AUDIT_GROUP)
  const isAll = others.includes('*')
  const selected: Events = isAll ? [...webhookEvents] : others
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('form.events')}</legend>
      <Checkbox
        label={t('allEvents')}
        hint={t('form.allHint')}
        checked={isAll}
        onChange={(isChecked) => onChange([...(isChecked ? (['*'] as const) : webhookEvents), ...audit])}
      />
      <div className="grid gap-x-6 gap-y-3 border-t border-rule pt-3 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={<span className="font-mono text-sm font-normal">{event}</span>}
            hint={t(`events.${event}`)}
            checked={selected.includes(event)}
            onChange={(isChecked) =>
              onChange([
                ...selected.filter((selectedEvent) => selectedEvent !== event),
                ...(isChecked ? [event] : []),
                ...audit,
              ])
            }
          />
        ))}
      </div>
      <div className="border-t border-rule pt-3">
        <Checkbox
          label={t('auditEvents')}
          hint={t('form.auditHint')}
          checked={audit.length > 0}
          onChange={(isChecked) => onChange(isChecked ? [...others, AUDIT_GROUP] : others)}
        />
      </div>
      {error ? (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
