'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { useCan } from '#components/shell/account.ts'
import { ConfirmButton } from '#components/shell/confirm-button.tsx'
import { signOutAndForget } from '#components/shell/frame/sign-out.ts'
import { isLive } from '#lib/processes/facts'
import { isSigning, signerCan } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

/** Begins signing in person: the user is signed out, and hands the device to one signer after the other. */
export function InPersonButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.inPerson')
  const mayHost = useCan('process.host')
  const start = useMutation({
    mutationFn: () =>
      signOutAndForget(async () => {
        const { data } = await api('POST /signature-processes/{id}/in-person', { path: { id: process.id } })
        return data.url
      }),
  })
  const canSign = process.signers.some(
    (signer) =>
      isSigning(signer) &&
      signerCan.correct(signer).allowed &&
      (signer.signature_level === 'simple' || process.test_mode),
  )
  if (!mayHost || !isLive(process) || !canSign) return null
  return (
    <ConfirmButton
      label={t('button')}
      title={t('title')}
      description={t('text')}
      confirmLabel={t('start')}
      action={start}
      onConfirm={() => start.mutate()}
    />
  )
}
