'use client'

import { useTranslations } from 'use-intl'
import { Time } from '#components/ui/time.tsx'
import type { SignerRecord } from '#lib/processes/schema'

/** How the last email to a signer fared; nothing before it, and after the signer has opened the documents. */
export function DeliveryText({ signer }: { signer: SignerRecord }) {
  const t = useTranslations('processes.delivery')
  const { delivery, delivery_error } = signer
  const error = delivery_error ?? (delivery?.status === 'failed' ? delivery.error : null)
  if (error !== null) return <p className="mt-2 text-sm break-words text-danger">{t('failed', { error })}</p>
  if (!delivery || delivery.status === 'failed' || signer.status !== 'notified') return null
  const isDelayed = delivery.status === 'queued' && delivery.error !== null
  return (
    <p className={isDelayed ? 'text-sm break-words text-warn' : 'text-sm text-ink-soft'}>
      {isDelayed ? (
        t('delayed', { error: delivery.error ?? '' })
      ) : (
        <>
          {t(delivery.status)} {delivery.status === 'local' ? null : <Time at={delivery.at} />}
        </>
      )}
    </p>
  )
}
