'use client'

import { ListTable, ListTools } from '#components/shell/listing.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Section } from '#components/ui/card.tsx'
import { Empty } from '#components/ui/states.tsx'
import { DeliveryDetails, deliveryColumns } from '#components/webhooks/delivery-columns.tsx'
import { logRules, useWebhookLogs } from '#components/webhooks/queries.ts'
import { LOG_DAYS } from '#lib/webhooks/rules'

/** The deliveries of the last weeks, latest first. */
export function DeliveryLog({ webhookId }: { webhookId: number }) {
  const listing = useListing(logRules)
  const logs = useWebhookLogs(webhookId, listing.state)
  return (
    <Section
      title="Deliveries"
      headerActions={<span className="text-sm text-ink-soft">of the last {LOG_DAYS} days</span>}
    >
      <ListTools listing={listing} />
      <ListTable
        listing={listing}
        query={logs}
        label="Deliveries"
        columns={deliveryColumns}
        details={(log) => <DeliveryDetails log={log} />}
        detailsLabel="Request and response"
        empty={
          <Empty title={listing.isNarrowed ? 'No results' : 'No deliveries yet'}>
            {listing.isNarrowed ? 'No call is of this kind.' : 'Send a test event to check your endpoint.'}
          </Empty>
        }
      />
    </Section>
  )
}
