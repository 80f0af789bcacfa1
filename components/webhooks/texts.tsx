import { Badge } from '#components/ui/badge.tsx'
import { TEST_EVENT, type WebhookEvent } from '#lib/webhooks/rules'
import type { WebhookLogRecord, WebhookRecord } from '#lib/webhooks/schema'

/** The description of each event, beside its checkbox. */
export const eventTexts: Record<WebhookEvent, string> = {
  'document.uploaded': 'a document was uploaded',
  'document.deleted': 'a document was deleted',
  'document.completed': 'a sealed document is ready',
  'signature.created': 'a signer was added',
  'signature.completed': 'a signer signed',
  'signature.refused': 'a signer refused',
  'process.sent': 'a process was sent',
  'process.corrected': 'a sent process was changed',
  'process.cancelled': 'a process was cancelled',
  'process.voided': 'a completed process was declared void',
  'process.expired': 'a process expired',
  'vault.deleted': 'a signed document was deleted after its retention',
  'signature.invited': 'it is a signer’s turn',
  'signature.viewed': 'a signer opened the documents',
  'signature.reminded': 'a signer was reminded',
  'signature.delivery_failed': 'an email to a signer failed',
  'process.completed': 'everyone has signed and the documents are sealed',
}

/** Host and path of a webhook's URL. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + (pathname === '/' ? '' : pathname)
}

export function eventsOf({ events }: WebhookRecord): string {
  return events.includes('*') ? 'All events' : events.join(', ')
}

/** The state of a webhook. */
export function WebhookState({ webhook }: { webhook: WebhookRecord }) {
  if (webhook.disabled_reason) return <Badge tone="danger">switched off</Badge>
  if (!webhook.active) return <Badge hollow>off</Badge>
  if (webhook.consecutive_failures > 0) return <Badge tone="warn">failing</Badge>
  if (!webhook.last_success_at) return <Badge hollow>no deliveries yet</Badge>
  return <Badge tone="good">working</Badge>
}

/** How a call went. */
export function DeliveryState({ log }: { log: WebhookLogRecord }) {
  if (log.status === 'success') return <Badge tone="good">arrived</Badge>
  if (log.status === 'failed') return <Badge tone="danger">failed</Badge>
  return <Badge hollow>{log.next_retry_at ? 'waits' : 'on its way'}</Badge>
}

export const eventName = (event: string) => (event === TEST_EVENT ? 'test' : event)
