'use client'

import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, api } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { useAccount } from '#components/shell/account.ts'
import { VisitorContext } from '#components/shell/frame/visitor-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** A banner until the address of a sign-up is confirmed: no emails are sent to others yet. */
export function ConfirmationStrip() {
  const t = useTranslations('shell.confirmation')
  const account = useAccount()
  const { canConfirm } = useContext(VisitorContext)
  if (account.data?.tenant.email_confirmed !== false) return null
  const { email } = account.data.user
  return (
    <section
      aria-label={t('label')}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-warn/50 bg-warn-wash px-4 py-2 text-sm text-warn"
    >
      {canConfirm ? (
        <>
          <p>{t.rich('text', { email, b: (email) => <strong>{email}</strong> })}</p>
          <ResendButton />
        </>
      ) : (
        <p>{t('textOfOthers')}</p>
      )}
    </section>
  )
}

/** Sends the email with the link again. */
function ResendButton() {
  const t = useTranslations('shell.confirmation')
  const errorText = useErrorText()
  const showToast = useToast()
  const resend = useMutation({
    mutationFn: () => api('POST /auth/resend-confirmation'),
    onSuccess: () => showToast(t('sent')),
    onError: (error) => showToast(error instanceof ApiError ? errorText(error) : t('error'), 'danger'),
  })
  return (
    <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
      {t('resend')}
    </Button>
  )
}
