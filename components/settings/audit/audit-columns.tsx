'use client'

import { useTranslations } from 'use-intl'
import type { Messages } from '#components/i18n/messages.ts'
import { describeBrowser } from '#components/shell/browser.ts'
import { Facts } from '#components/ui/card.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { EventType } from '#lib/audit/events'
import type { TenantEvent } from '#lib/audit/list/schema'

type Subject = keyof Messages['settings']['audit']['records']

const formatRecord = ({ type, id }: TenantEvent['record']) => `${type}:${id}`

export function useEventColumns(): Column<TenantEvent>[] {
  const t = useTranslations('settings.audit')
  const formatType = useTypeName()
  const formatActor = useActorName()
  const formatSubject = useSubjectName()
  return [
    {
      head: t('what'),
      className: 'sm:align-baseline',
      cell: (event) => (
        <>
          <span className="block">{formatType(event)}</span>
          <span className="block truncate text-sm text-ink-soft">{formatSubject(event)}</span>
        </>
      ),
    },
    {
      head: t('who'),
      className: 'text-sm text-ink-soft sm:w-52 sm:align-baseline',
      cell: (event) => (
        <>
          <span className="block truncate">{formatActor(event)}</span>
          {event.address ? <span className="figures block truncate">{event.address}</span> : null}
        </>
      ),
    },
    {
      head: t('when'),
      phone: 'beside',
      className: 'text-sm text-ink-soft sm:w-44 sm:align-baseline',
      cell: ({ occurred_at }) => <Time at={occurred_at} />,
    },
  ]
}

/** Gives what happened; the type itself where only a newer version has a text for it. */
function useTypeName(): (event: TenantEvent) => string {
  const t = useTranslations('settings.audit')
  return ({ type }) => {
    const key = `events.${type as EventType}` as const
    return t.has(key) ? t(key) : type
  }
}

/** Gives what the event names, or its record; null for the organisation, and for users who did it themselves. */
function useSubjectName(): (event: TenantEvent) => string | null {
  const t = useTranslations('settings.audit.records')
  return ({ actor, data, record }) => {
    const { type, id } = record
    const name = [data.name, data.email].find((text) => typeof text === 'string')
    if (name) return name
    const isActor = actor.type === type && actor.id === id
    if (type === 'tenant' || isActor) return null
    const key = type as Subject
    return t.has(key) ? t(key, { id }) : formatRecord(record)
  }
}

/** Gives the name of who did it. */
function useActorName(): (event: TenantEvent) => string {
  const t = useTranslations('settings.audit')
  return ({ actor }) => {
    const name = String(actor.name ?? actor.email ?? '')
    if (actor.type === 'system') return t('service')
    return actor.type === 'api_key' ? t('apiKey', { name }) : name
  }
}

/** Everything that is recorded of an event. */
export function EventDetails({ event }: { event: TenantEvent }) {
  const t = useTranslations('settings.audit')
  const tBrowser = useTranslations('settings.browser')
  const code = (text: string) => <code className="font-mono text-xs break-all">{text}</code>
  const { actor } = event
  return (
    <div className="flex flex-col gap-5">
      <Facts
        rows={[
          { name: t('event'), value: code(event.type) },
          { name: t('subject'), value: code(formatRecord(event.record)) },
          { name: t('who'), value: code(String(actor.email ?? actor.job ?? `${actor.type}:${actor.id}`)) },
          ...(event.address ? [{ name: t('address'), value: code(event.address) }] : []),
          ...(event.user_agent
            ? [{ name: t('browser'), value: describeBrowser(tBrowser, event.user_agent) }]
            : []),
          { name: t('request'), value: code(event.request_id) },
          { name: t('hash'), value: code(event.hash) },
        ]}
      />
      <div>
        <p className="mb-1.5 text-sm text-ink-soft">{t('data')}</p>
        <pre className="rounded-md border border-rule bg-card p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {JSON.stringify(event.data, null, 2)}
        </pre>
      </div>
    </div>
  )
}
