'use client'

import { useCan } from '#components/shell/account.ts'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { ErrorAlert } from '#components/ui/states.tsx'
import { Time } from '#components/ui/time.tsx'
import { DeliveryLog } from '#components/webhooks/delivery-log.tsx'
import { useWebhook } from '#components/webhooks/queries.ts'
import { eventsOf, placeOf, WebhookState } from '#components/webhooks/texts.tsx'
import { WebhookActions } from '#components/webhooks/webhook-actions.tsx'
import type { WebhookRecord } from '#lib/webhooks/schema'

const up = { href: '/webhooks', label: 'Webhooks' }

/** The page of a webhook with its deliveries. */
export function WebhookPage({ id }: { id: number }) {
  const webhook = useWebhook(id)
  const mayManage = useCan('webhook.manage')
  const { data } = webhook
  if (!data) return <PageError query={webhook} title="This webhook" up={up} />
  return (
    <PageBody>
      <PageHead
        title={<span className="wrap-anywhere">{placeOf(data.url)}</span>}
        intro={
          <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1" aria-live="polite">
            <WebhookState webhook={data} />
            {data.description ? <span>{data.description}</span> : null}
          </span>
        }
        up={up}
        actions={mayManage ? <WebhookActions webhook={data} /> : null}
      />
      <TestBanner show={data.test_mode}>Receives test-mode events only.</TestBanner>
      <StaleDataNotice query={webhook} />
      {data.disabled_reason ? (
        <ErrorAlert
          className="mb-6"
          title="It was switched off."
          message={`${data.disabled_reason} Fix your endpoint, send a test, then turn it on again. Events in between are not delivered; replay earlier ones from the log.`}
        />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <DeliveryLog webhookId={data.id} />
        <Section title="Details" className="order-first self-start lg:order-none">
          <Details webhook={data} />
        </Section>
      </div>
    </PageBody>
  )
}

function Details({ webhook }: { webhook: WebhookRecord }) {
  const { consecutive_failures: failures, last_success_at: success, last_failure_at: failure } = webhook
  return (
    <Facts
      rows={[
        { name: 'URL', value: <span className="wrap-anywhere">{webhook.url}</span> },
        { name: 'Events', value: eventsOf(webhook) },
        ...(success ? [{ name: 'Last successful delivery', value: <Time at={success} /> }] : []),
        ...(failure ? [{ name: 'Last failed delivery', value: <Time at={failure} /> }] : []),
        ...(failures > 0 ? [{ name: 'Consecutive failures', value: `${failures} failed` }] : []),
        { name: 'Created', value: <Time at={webhook.created_at} show="day" /> },
      ]}
    />
  )
}
