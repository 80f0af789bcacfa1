'use client'

import { useCan } from '#components/shell/account.ts'
import { ListTable } from '#components/shell/listing.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useListing } from '#components/shell/use-listing.ts'
import { Empty } from '#components/ui/states.tsx'
import { NewWebhookButton } from '#components/webhooks/new-webhook.tsx'
import { useWebhooks, webhookRules } from '#components/webhooks/queries.ts'
import { webhookColumns } from '#components/webhooks/webhook-columns.tsx'
import { MAX_WEBHOOKS } from '#lib/webhooks/rules'

/** The list of webhooks. */
export function WebhooksPage() {
  const listing = useListing(webhookRules)
  const webhooks = useWebhooks(listing.state)
  const mayManage = useCan('webhook.manage')
  const isFull = (webhooks.data?.meta.total ?? 0) >= MAX_WEBHOOKS
  return (
    <PageBody>
      <PageHead
        title="Webhooks"
        intro={
          isFull
            ? `There are ${MAX_WEBHOOKS}, as many as there can be.`
            : 'Paraph sends signed events to your endpoints, in order, and retries failed deliveries.'
        }
        actions={mayManage && !isFull ? <NewWebhookButton /> : null}
      />
      <ListTable
        listing={listing}
        query={webhooks}
        label="Webhooks"
        columns={webhookColumns}
        empty={
          <Empty title="No webhooks yet">
            Add the URL of your endpoint: it receives events when a document is uploaded, signed or refused,
            and when a process is complete.
          </Empty>
        }
      />
    </PageBody>
  )
}
