'use client'

import { QueryFault } from '#components/api/query-fault'
import { useMay } from '#components/shell/account'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'
import { NewWebhookButton } from '#components/webhooks/new-webhook'
import { useWebhooks } from '#components/webhooks/queries'
import { WebhookTable } from '#components/webhooks/webhook-table'
import { MAX_WEBHOOKS } from '#lib/webhooks/rules'

/** Where the tenant's own programs are told of what happens. */
export function WebhooksPage() {
  const webhooks = useWebhooks()
  const mayManage = useMay('webhook.manage')
  const list = webhooks.data?.data
  const isFull = list !== undefined && list.length >= MAX_WEBHOOKS
  return (
    <PageBody>
      <PageHead
        title="Webhooks"
        lead={
          isFull
            ? `There are ${MAX_WEBHOOKS}, as many as there can be.`
            : 'Paraph calls your programs when something happens, signed, in order, and again until they answer.'
        }
        actions={mayManage && !isFull ? <NewWebhookButton /> : null}
      />
      <Sheet>
        {webhooks.error ? (
          <QueryFault error={webhooks.error} onRetry={() => webhooks.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows rows={3} label="Loading the webhooks" />
          </div>
        ) : list.length > 0 ? (
          <WebhookTable webhooks={list} />
        ) : (
          <Empty title="Nobody is called yet">
            Give an address of yours, and it hears when a document comes in, when somebody signs or refuses,
            and when a process is complete.
          </Empty>
        )}
      </Sheet>
    </PageBody>
  )
}
