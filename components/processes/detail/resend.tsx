'use client'

import { Mail } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { useResend, useResendOwn } from '#components/processes/queries.ts'
import type { ProcessSummary } from '#components/processes/summary.ts'
import { useAccount } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { isOnTurn } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

/** Sends the invitation of a signer again; toasts show the result. */
export function useResendTo(process: ProcessRecord, signer: SignerRecord): () => void {
  const t = useTranslations('processes.resend')
  const resend = useResend(process.id)
  const showToast = useToast()
  const showError = useResendError()
  return () =>
    resend.mutate(signer.id, {
      onSuccess: () => showToast(t('done', { name: signer.name })),
      onError: showError,
    })
}

function useResendError(): (error: Error) => void {
  const t = useTranslations('processes.resend')
  const showToast = useToast()
  const errorText = useErrorText()
  return (error) => {
    const isTooSoon = error instanceof ApiError && error.code === 'rate_limited'
    showToast(isTooSoon ? t('tooSoon') : errorText(error), 'danger')
  }
}

/** Whether it is the turn of the person with this address. */
export function isTurnOf(process: ProcessSummary, email: string): boolean {
  return process.signers.some(
    (signer) => isOnTurn(signer) && signer.email.toLowerCase() === email.toLowerCase(),
  )
}

/** Sends the user their own link to sign; nothing if the process sends no emails. */
export function ResendOwnButton({ process }: { process: ProcessSummary }) {
  const t = useTranslations('processes.resend')
  const resend = useResendOwn(process.id)
  const showToast = useToast()
  const showError = useResendError()
  const email = useAccount().data?.user.email ?? ''
  if (!process.options.enable_notifications) return null
  return (
    <Button
      size="sm"
      busy={resend.isPending}
      onClick={() =>
        resend.mutate(undefined, { onSuccess: () => showToast(t('ownDone', { email })), onError: showError })
      }
    >
      <Mail className="size-4" aria-hidden="true" />
      {t('own')}
    </Button>
  )
}

/** A note to the user whose turn it is to sign; nothing for others. */
export function OwnTurnNotice({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.resend')
  const email = useAccount().data?.user.email ?? ''
  if (!isTurnOf(process, email)) return null
  const hasEmails = process.options.enable_notifications
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-accent/40 bg-card px-4 py-3">
      <p>
        <strong className="font-medium">{t('ownTurn')}</strong>{' '}
        {t(hasEmails ? 'ownTurnText' : 'ownTurnWithoutEmail', { email })}
      </p>
      <ResendOwnButton process={process} />
    </div>
  )
}
