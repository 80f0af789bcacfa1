'use client'

import { useTranslations } from 'use-intl'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { Section } from '#components/ui/card.tsx'
import { Empty } from '#components/ui/states.tsx'
import { DeliveryDetails, useDeliveryColumns } from '#components/webhooks/delivery-columns.tsx'
import { getLogRules, useWebhookLogs } from '#components/webhooks/queries.ts'
import { LOG_DAYS } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'

/** The deliveries of the last weeks, latest first. */
export function DeliveryLog({ webhook }: { webhook: WebhookRecord }) {
  const t = useTranslations('webhooks.deliveries')
  const listing = useListing(getLogRules(webhook))
  const logs = useWebhookLogs(webhook.id, listing.state)
  return (
    <Section
      title={t('title')}
      headerActions={<span className="text-sm text-ink-soft">{t('period', { days: LOG_DAYS })}</span>}
    >
      <ListTools listing={listing} />
      <ListTable
        listing={listing}
        query={logs}
        label={t('title')}
        columns={useDeliveryColumns()}
        details={(log) => <DeliveryDetails log={log} />}
        detailsLabel={t('details')}
        noMatch={t('noMatch')}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </Section>
  )
}
