'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import { createPhoneLink } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'

const QrCode = dynamic(() => import('#components/ui/qr-code.tsx').then((module) => module.QrCode), {
  ssr: false,
})

const POLL_MILLISECONDS = 2500

/** Shows a QR code with which the signer goes on by phone; this page follows what is done there. */
export function PhoneLink() {
  const { t, token } = useSigningSession()
  const link = useMutation({ mutationFn: () => createPhoneLink(token) })
  const client = useQueryClient()
  const isShown = link.isSuccess
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(
      () => client.invalidateQueries({ queryKey: ['signing', token] }),
      POLL_MILLISECONDS,
    )
    return () => clearInterval(timer)
  }, [isShown, client, token])
  if (!link.data)
    return (
      <div className="mt-3 hidden border-t border-rule pt-3 pointer-fine:block">
        <Button variant="quiet" busy={link.isPending} onClick={() => link.mutate()}>
          <Smartphone className="size-4" aria-hidden="true" />
          {t.phoneContinue}
        </Button>
        {link.isError ? (
          <p role="alert" className="text-sm text-danger">
            {t.errorDetail}
          </p>
        ) : null}
      </div>
    )
  return (
    <div className="mt-3 flex items-center gap-5 border-t border-rule pt-4">
      <QrCode text={link.data.url} label={t.phoneCode} />
      <p role="status" className="text-sm text-ink-soft">
        {t.phoneScan}
      </p>
    </div>
  )
}
