'use client'

import { useTranslations } from 'use-intl'
import { RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { eventsText, hostAndPath, WebhookState } from '#components/webhooks/texts.tsx'
import type { WebhookRecord } from '#lib/webhooks/schema'

/** The columns of the list of webhooks. */
export function useWebhookColumns(): Column<WebhookRecord>[] {
  const t = useTranslations('webhooks')
  const common = useTranslations('common')
  return [
    {
      head: t('columns.url'),
      cell: (webhook) => (
        <>
          <RowLink href={`/webhooks/${webhook.id}`} name={hostAndPath(webhook.url)} />
          {webhook.description ? (
            <span className="block truncate text-ink-soft">{webhook.description}</span>
          ) : null}
        </>
      ),
    },
    {
      head: t('columns.events'),
      className: 'text-sm text-ink-soft sm:w-40 @3xl:w-56',
      cell: (webhook) => eventsText(t, webhook),
    },
    {
      head: t('columns.lastSuccess'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-28 @3xl:w-36',
      cell: ({ last_success_at }) =>
        last_success_at ? <Time at={last_success_at} show="distance" /> : t('never'),
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'sm:w-36',
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
  ]
}
