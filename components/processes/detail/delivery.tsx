import { useTranslations } from 'use-intl'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { asError } from '#components/i18n/error-translator.ts'
import { Time } from '#components/ui/time.tsx'
import { isLive } from '#lib/processes/facts'
import { isCorrectable, isOnlyOtpChangeable } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface SignerProps {
  process: ProcessRecord
  signer: SignerRecord
}

/** Why an email or text message to a signer could not be delivered; null where the sender can do nothing about it. */
function getDeliveryError({ process, signer }: SignerProps): string | null {
  const { delivery, delivery_error } = signer
  const lastError = delivery?.status === 'failed' ? delivery.error : null
  if (isCorrectable(process, signer)) return delivery_error ?? lastError
  // An email that is returned when nothing is asked of the signer any more has no `delivery_error`.
  const isUndelivered = delivery?.status !== 'queued' && Boolean(delivery?.error)
  return isOnlyOtpChangeable(process, signer, signer.erased_at) && isUndelivered ? delivery_error : null
}

/** How the last email or text message to a signer fared; nothing before it, and after the signer has opened the documents. */
export function DeliveryText(props: SignerProps) {
  const t = useTranslations('processes.delivery')
  const { process, signer } = props
  const { delivery, delivery_error, delivery_error_detail } = signer
  const translateError = useErrorTranslator(Boolean(delivery_error ?? delivery?.error))
  const error = getDeliveryError(props)
  if (error !== null) {
    // An email that is returned late may be from before the last message.
    const isOfLast = delivery?.status === 'failed' && delivery.error === error
    return (
      <p className="mt-2 text-sm break-words text-danger">
        {t(isOfLast ? `${delivery.channel}.failed` : 'failed', {
          error: translateError(asError(error, delivery_error_detail ?? delivery?.error_detail)),
        })}
      </p>
    )
  }
  if (!isLive(process) || !delivery || delivery.status === 'failed' || signer.status !== 'notified')
    return null
  const { channel, status } = delivery
  const isDelayed = status === 'queued' && delivery.error !== null
  return (
    <p className={isDelayed ? 'text-sm break-words text-warn' : 'text-sm text-ink-soft'}>
      {isDelayed ? (
        t(`${channel}.delayed`, {
          error: translateError(asError(delivery.error ?? '', delivery.error_detail)),
        })
      ) : (
        <>
          {status === 'local' ? `${t('email.local')} · ` : `${t(`${channel}.${status}`)} `}
          <Time at={delivery.at} />
        </>
      )}
    </p>
  )
}

/** Signers who did not get an email or text message are counted here: in a long list, they may be on another page. */
export function UndeliveredCount({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.delivery')
  const { length: count } = process.signers.filter((signer) => getDeliveryError({ process, signer }) !== null)
  return count > 0 ? <span className="mr-2 text-danger">{t('undelivered', { count })}</span> : null
}
