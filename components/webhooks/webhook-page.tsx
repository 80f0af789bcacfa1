'use client'

import { useTranslations } from 'use-intl'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { asError } from '#components/i18n/error-translator.ts'
import { useCan } from '#components/shell/account.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { Time } from '#components/ui/time.tsx'
import { DeliveryLog } from '#components/webhooks/delivery-log.tsx'
import { useWebhook } from '#components/webhooks/queries.ts'
import { eventsText, hostAndPath, WebhookState } from '#components/webhooks/texts.tsx'
import { WebhookActions } from '#components/webhooks/webhook-actions.tsx'
import type { WebhookRecord } from '#lib/webhooks/schema'

/** The page of a webhook with its deliveries. */
export function WebhookPage({ id }: { id: number }) {
  const t = useTranslations('webhooks')
  const parentLink = { href: '/webhooks', label: t('title') }
  const webhook = useWebhook(id)
  const mayManage = useCan('webhook.manage')
  const { data } = webhook
  if (!data) return <PageError query={webhook} title={t('thisWebhook')} up={parentLink} />
  return (
    <PageBody>
      <PageHead
        title={<span className="wrap-anywhere">{hostAndPath(data.url)}</span>}
        tabTitle={hostAndPath(data.url)}
        intro={
          <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1" aria-live="polite">
            <WebhookState webhook={data} />
            {data.description ? <span>{data.description}</span> : null}
          </span>
        }
        up={parentLink}
        actions={mayManage ? <WebhookActions webhook={data} /> : null}
      />
      <TestBanner show={data.test_mode}>{t('testMode')}</TestBanner>
      <StaleDataNotice query={webhook} />
      <DisabledNotice webhook={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <DeliveryLog webhook={data} />
        <Section title={t('details')} className="order-first self-start lg:order-none">
          <Details webhook={data} />
        </Section>
      </div>
    </PageBody>
  )
}

/** Why the service has switched the webhook off. */
function DisabledNotice({ webhook }: { webhook: WebhookRecord }) {
  const t = useTranslations('webhooks')
  const { disabled_reason: reason, disabled_reason_detail: detail } = webhook
  const translateError = useErrorTranslator(reason !== null)
  if (reason === null) return null
  const message = t('disabledText', { reason: translateError(asError(reason, detail)) })
  return <ErrorAlert className="mb-6" title={t('disabled')} message={message} />
}

function Details({ webhook }: { webhook: WebhookRecord }) {
  const t = useTranslations('webhooks')
  const {
    consecutive_failures: failures,
    last_success_at: lastSuccess,
    last_failure_at: lastFailure,
  } = webhook
  return (
    <Facts
      rows={[
        { name: t('facts.url'), value: <span className="wrap-anywhere">{webhook.url}</span> },
        { name: t('facts.events'), value: eventsText(t, webhook) },
        ...(lastSuccess ? [{ name: t('facts.lastSuccess'), value: <Time at={lastSuccess} /> }] : []),
        ...(lastFailure ? [{ name: t('facts.lastFailure'), value: <Time at={lastFailure} /> }] : []),
        ...(failures > 0
          ? [{ name: t('facts.failures'), value: t('facts.failureCount', { count: failures }) }]
          : []),
        { name: t('facts.created'), value: <Time at={webhook.created_at} show="day" /> },
      ]}
    />
  )
}
