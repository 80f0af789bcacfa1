import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Allowed } from '#components/shell/allowed'
import { asId } from '#components/shell/ids'
import { WebhookPage } from '#components/webhooks/webhook-page'

export const metadata: Metadata = { title: 'Webhook' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = asId((await params).id)
  if (id === null) notFound()
  return (
    <Allowed action="webhook.manage">
      <WebhookPage id={id} />
    </Allowed>
  )
}
