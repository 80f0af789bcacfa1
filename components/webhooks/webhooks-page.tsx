'use client'

import { useTranslations } from 'use-intl'
import { useCan } from '#components/shell/account.ts'
import { ListTable } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Empty } from '#components/ui/states.tsx'
import { NewWebhook } from '#components/webhooks/new-webhook.tsx'
import { useWebhooks, webhookListRules } from '#components/webhooks/queries.ts'
import { useWebhookColumns } from '#components/webhooks/webhook-columns.tsx'
import { MAX_WEBHOOKS } from '#lib/webhooks/rules'

/** The list of webhooks. */
export function WebhooksPage() {
  const t = useTranslations('webhooks')
  const listing = useListing(webhookListRules)
  const webhooks = useWebhooks(listing.state)
  const mayManage = useCan('webhook.manage')
  const isFull = (webhooks.data?.meta.total ?? 0) >= MAX_WEBHOOKS
  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={isFull ? t('full', { count: MAX_WEBHOOKS }) : t('intro')}
        actions={mayManage ? <NewWebhook isFull={isFull} /> : null}
      />
      <ListTable
        listing={listing}
        query={webhooks}
        label={t('title')}
        columns={useWebhookColumns()}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </PageBody>
  )
}
