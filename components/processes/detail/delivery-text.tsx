'use client'

import { useTranslations } from 'use-intl'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { Time } from '#components/ui/time.tsx'
import type { SignerRecord } from '#lib/processes/schema'

/** How the last email to a signer fared; nothing before it, and after the signer has opened the documents. */
export function DeliveryText({ signer }: { signer: SignerRecord }) {
  const t = useTranslations('processes.delivery')
  const { delivery, delivery_error } = signer
  const translateError = useErrorTranslator(Boolean(delivery_error ?? delivery?.error))
  const error = delivery_error ?? (delivery?.status === 'failed' ? delivery.error : null)
  if (error !== null)
    return (
      <p className="mt-2 text-sm break-words text-danger">{t('failed', { error: translateError(error) })}</p>
    )
  if (!delivery || delivery.status === 'failed' || signer.status !== 'notified') return null
  const isDelayed = delivery.status === 'queued' && delivery.error !== null
  return (
    <p className={isDelayed ? 'text-sm break-words text-warn' : 'text-sm text-ink-soft'}>
      {isDelayed ? (
        t('delayed', { error: translateError(delivery.error ?? '') })
      ) : (
        <>
          {t(delivery.status)}
          {delivery.status === 'local' ? ' · ' : ' '}
          <Time at={delivery.at} />
        </>
      )}
    </p>
  )
}
