'use client'

import { useTranslations } from 'use-intl'
import { Badge } from '#components/ui/badge.tsx'
import { AUDIT_GROUP } from '#lib/audit/events'
import { TEST_EVENT } from '#lib/webhooks/rules'
import type { WebhookLogRecord, WebhookRecord } from '#lib/webhooks/schema'

type Translate = ReturnType<typeof useTranslations<'webhooks'>>

/** Host and path of a webhook's URL. */
export function hostAndPath(url: string): string {
  const { host, pathname } = new URL(url)
  return host + (pathname === '/' ? '' : pathname)
}

/** The event types of a webhook as one text; groups have names. */
export function eventsText(t: Translate, { events }: WebhookRecord): string {
  const names: Record<string, string> = { '*': t('allEvents'), [AUDIT_GROUP]: t('auditEvents') }
  return events.map((event) => names[event] ?? event).join(', ')
}

/** The state of a webhook. */
export function WebhookState({ webhook }: { webhook: WebhookRecord }) {
  const t = useTranslations('webhooks.state')
  if (webhook.disabled_reason) return <Badge tone="danger">{t('disabled')}</Badge>
  if (!webhook.active) return <Badge hollow>{t('off')}</Badge>
  if (webhook.consecutive_failures > 0) return <Badge tone="warn">{t('failing')}</Badge>
  if (!webhook.last_success_at) return <Badge hollow>{t('unused')}</Badge>
  return <Badge tone="good">{t('working')}</Badge>
}

/** The outcome of a delivery. */
export function DeliveryState({ log }: { log: WebhookLogRecord }) {
  const t = useTranslations('webhooks.deliveryState')
  if (log.status === 'success') return <Badge tone="good">{t('success')}</Badge>
  if (log.status === 'failed') return <Badge tone="danger">{t('failed')}</Badge>
  return <Badge hollow>{t(log.next_retry_at ? 'waiting' : 'sending')}</Badge>
}

export const eventName = (t: Translate, event: string) => (event === TEST_EVENT ? t('test') : event)
