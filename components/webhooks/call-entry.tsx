'use client'

import { ChevronRight, RotateCcw } from 'lucide-react'
import { Button } from '#components/ui/button'
import { Facts } from '#components/ui/sheet'
import { Time } from '#components/ui/time'
import { useToast } from '#components/ui/toast'
import { useReplay } from '#components/webhooks/queries'
import { CallState, eventName } from '#components/webhooks/words'
import type { WebhookLogRecord } from '#lib/webhooks/schema'

/** One call: a line, and behind it what was said on both sides. */
export function CallEntry({ log }: { log: WebhookLogRecord }) {
  return (
    <details className="group">
      <summary className="grid list-none grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-3 hover:bg-well/50 sm:grid-cols-[1rem_minmax(0,1fr)_8rem_5.5rem] sm:px-5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 self-center text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        <span className="min-w-0">
          <span className="block truncate">
            <span className="font-mono text-sm">{eventName(log.event)}</span>
            {log.attempt > 1 ? (
              <span className="text-sm text-ink-faint"> · attempt {log.attempt}</span>
            ) : null}
          </span>
          <span className="figures block text-sm text-ink-soft sm:hidden">
            <Time at={log.created_at} show="distance" />
          </span>
        </span>
        <span className="figures hidden text-right text-sm text-ink-soft sm:block">
          <Time at={log.created_at} show="distance" />
        </span>
        <CallState log={log} />
      </summary>
      <Both log={log} />
    </details>
  )
}

function Both({ log }: { log: WebhookLogRecord }) {
  return (
    <div className="flex flex-col gap-5 border-t border-rule bg-well/40 px-4 py-4 sm:pr-5 sm:pl-12">
      <Facts
        rows={[
          { name: 'Attempt', value: <span className="figures">{log.attempt}</span> },
          { name: log.status === 'pending' ? 'Put down' : 'Made', value: <Time at={log.created_at} /> },
          ...(log.next_retry_at ? [{ name: 'Next try', value: <Time at={log.next_retry_at} /> }] : []),
          ...(log.duration_ms === null ? [] : [{ name: 'Took', value: `${log.duration_ms} ms` }]),
          ...(log.error ? [{ name: 'Trouble', value: log.error }] : []),
          { name: 'Message', value: <code className="font-mono text-xs break-all">{log.message_id}</code> },
        ]}
      />
      <Said title={`Request to ${log.url}`} text={pretty(log.request_body)} />
      {log.response_status === null ? null : (
        <Said title={`Response: ${log.response_status}`} text={log.response_body || 'No body.'} />
      )}
      <ReplayButton log={log} />
    </div>
  )
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="mb-1.5 text-sm wrap-anywhere text-ink-soft">{title}</p>
      <pre className="rounded-md border border-rule bg-sheet p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  )
}

function ReplayButton({ log }: { log: WebhookLogRecord }) {
  const replay = useReplay(log.webhook_id)
  const say = useToast()
  return (
    <Button
      size="sm"
      className="self-start"
      busy={replay.isPending}
      onClick={() =>
        replay.mutate(log.id, {
          onSuccess: () => say('It is sent again.'),
          onError: (error) => say(error.message, 'danger'),
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
