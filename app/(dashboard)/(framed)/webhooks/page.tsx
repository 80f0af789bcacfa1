import type { Metadata } from 'next'
import { Allowed } from '#components/shell/allowed'
import { WebhooksPage } from '#components/webhooks/webhooks-page'

export const metadata: Metadata = { title: 'Webhooks' }

export default function Page() {
  return (
    <Allowed action="webhook.manage">
      <WebhooksPage />
    </Allowed>
  )
}
