'use client'

import { RotateCcw } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Facts } from '#components/ui/card.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useReplay } from '#components/webhooks/queries.ts'
import { DeliveryState, eventName } from '#components/webhooks/texts.tsx'
import type { WebhookLogRecord } from '#lib/webhooks/schema'

export const deliveryColumns: Column<WebhookLogRecord>[] = [
  {
    head: 'Event',
    cell: (log) => (
      <span className="block truncate">
        <span className="font-mono text-sm">{eventName(log.event)}</span>
        {log.attempt > 1 ? <span className="text-sm text-ink-faint"> · attempt {log.attempt}</span> : null}
      </span>
    ),
  },
  {
    head: 'When',
    className: 'text-sm text-ink-soft sm:w-36',
    cell: ({ created_at }) => <Time at={created_at} show="distance" />,
  },
  {
    head: 'Status',
    phone: 'beside',
    className: 'sm:w-36',
    cell: (log) => <DeliveryState log={log} />,
  },
]

/** Request and response of a delivery. */
export function DeliveryDetails({ log }: { log: WebhookLogRecord }) {
  return (
    <div className="flex flex-col gap-5">
      <Facts
        rows={[
          { name: 'Attempt', value: <span className="figures">{log.attempt}</span> },
          { name: log.status === 'pending' ? 'Scheduled' : 'Sent', value: <Time at={log.created_at} /> },
          ...(log.next_retry_at ? [{ name: 'Next attempt', value: <Time at={log.next_retry_at} /> }] : []),
          ...(log.duration_ms === null ? [] : [{ name: 'Took', value: `${log.duration_ms} ms` }]),
          ...(log.error ? [{ name: 'Trouble', value: log.error }] : []),
          { name: 'Message', value: <code className="font-mono text-xs break-all">{log.message_id}</code> },
        ]}
      />
      <ExchangedText title={`Request to ${log.url}`} text={pretty(log.request_body)} />
      {log.response_status === null ? null : (
        <ExchangedText title={`Response: ${log.response_status}`} text={log.response_body || 'No body.'} />
      )}
      <ReplayButton log={log} />
    </div>
  )
}

function ExchangedText({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="mb-1.5 text-sm wrap-anywhere text-ink-soft">{title}</p>
      <pre className="rounded-md border border-rule bg-card p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  )
}

function ReplayButton({ log }: { log: WebhookLogRecord }) {
  const replay = useReplay(log.webhook_id)
  const showToast = useToast()
  return (
    <Button
      size="sm"
      className="self-start"
      busy={replay.isPending}
      onClick={() =>
        replay.mutate(log.id, {
          onSuccess: () => showToast('Replay started.'),
          onError: (error) => showToast(error.message, 'danger'),
        })
      }
    >
      <RotateCcw className="size-4" aria-hidden="true" />
      {log.status === 'pending' ? 'Send it now' : 'Send again'}
    </Button>
  )
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
