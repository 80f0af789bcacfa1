'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useCan } from '#components/shell/account.ts'
import { signOutAndForget } from '#components/shell/frame/sign-out.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { isLive } from '#lib/processes/facts'
import { isSigning, signerCan } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

/** Begins signing in person: the user is signed out, and hands the device to one signer after the other. */
export function InPersonButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.inPerson')
  const mayHost = useCan('process.host')
  const [isOpen, setOpen] = useState(false)
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
    <>
      <Button onClick={() => setOpen(true)}>{t('button')}</Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={t('title')}
        description={t('text')}
        confirmLabel={t('start')}
        busy={start.isPending}
        onConfirm={() => start.mutate()}
      >
        <QueryErrorMessage error={start.error} />
      </Confirm>
    </>
  )
}
