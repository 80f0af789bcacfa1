'use client'

import { RotateCcw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { asError } from '#components/i18n/error-translator.ts'
import { Button } from '#components/ui/button.tsx'
import { Facts } from '#components/ui/card.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { useReplay } from '#components/webhooks/queries.ts'
import { DeliveryState, eventName } from '#components/webhooks/texts.tsx'
import type { WebhookLogRecord } from '#lib/webhooks/schema'

export function useDeliveryColumns(): Column<WebhookLogRecord>[] {
  const t = useTranslations('webhooks')
  const common = useTranslations('common')
  return [
    {
      head: t('deliveries.event'),
      cell: (log) => (
        <span className="block truncate">
          <span className="font-mono text-sm">{eventName(t, log.event)}</span>
          {log.attempt > 1 ? (
            <span className="text-sm text-ink-faint">
              {' · '}
              {t('deliveries.attempt', { number: log.attempt })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      head: t('deliveries.when'),
      className: 'text-sm text-ink-soft sm:w-36',
      cell: ({ created_at }) => <Time at={created_at} show="distance" />,
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'sm:w-36',
      cell: (log) => <DeliveryState log={log} />,
    },
  ]
}

/** Request and response of a delivery. */
export function DeliveryDetails({ log }: { log: WebhookLogRecord }) {
  const t = useTranslations('webhooks.delivery')
  const translateError = useErrorTranslator(log.error !== null)
  return (
    <div className="flex flex-col gap-5">
      <Facts
        rows={[
          { name: t('attempt'), value: <span className="figures">{log.attempt}</span> },
          { name: t(log.status === 'pending' ? 'scheduled' : 'sent'), value: <Time at={log.created_at} /> },
          ...(log.next_retry_at ? [{ name: t('next'), value: <Time at={log.next_retry_at} /> }] : []),
          ...(log.duration_ms === null ? [] : [{ name: t('duration'), value: `${log.duration_ms} ms` }]),
          ...(log.error
            ? [{ name: t('error'), value: translateError(asError(log.error, log.error_detail)) }]
            : []),
          {
            name: t('message'),
            value: <code className="font-mono text-xs break-all">{log.message_id}</code>,
          },
        ]}
      />
      <Body title={t('request', { url: log.url })} text={indented(log.request_body)} />
      {log.response_status === null ? null : (
        <Body
          title={t('response', { status: log.response_status })}
          text={log.response_body || t('noBody')}
        />
      )}
      <ReplayButton log={log} />
    </div>
  )
}

function Body({ title, text }: { title: string; text: string }) {
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
  const t = useTranslations('webhooks.delivery')
  const errorText = useErrorText()
  const replay = useReplay(log.webhook_id)
  const showToast = useToast()
  return (
    <Button
      size="sm"
      className="self-start"
      busy={replay.isPending}
      onClick={() =>
        replay.mutate(log.id, {
          onSuccess: () => showToast(t('replayed')),
          onError: (error) => showToast(errorText(error), 'danger'),
        })
      }
    >
      <RotateCcw className="size-4" aria-hidden="true" />
      {t(log.status === 'pending' ? 'sendNow' : 'sendAgain')}
    </Button>
  )
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
